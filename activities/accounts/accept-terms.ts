import type { LegalVersions } from "../../contract/accounts/terms-schema.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { DomainEvent } from "../../contract/outbox/vocabulary.ts";
import { claimTermsAcceptance } from "../../db/accounts/registration/claim-terms-acceptance.ts";
import { newId } from "../../db/platform/new-id.ts";
import type { Tx } from "../../db/platform/transactions/transact.ts";
import type { RegistrationForm, RegistrationOrigin } from "./registration-form.ts";

/** Records what the user accepted. Returns its event, or none if it was accepted before. */
export async function acceptTerms(
  tx: Tx,
  acceptance: Pick<RegistrationForm, "termsVersion" | "privacyVersion"> &
    RegistrationOrigin & { readonly userId: string; readonly now: Date },
): Promise<DomainEvent[]> {
  const { userId, termsVersion, privacyVersion, ipHash, userAgentHash, now } = acceptance;
  const id = newId();
  const row = { id, userId, termsVersion, privacyVersion, ipHash, userAgentHash, now };
  if (!(await claimTermsAcceptance(tx, row))) return [];
  return [{ eventId: newId(), type: "TermsAccepted", subjectId: id, version: 0, refs: { userId } }];
}

/**
 * Only the legal versions in force can be accepted (docs/rooms/accounts.md#terms).
 *
 * @throws Refusal STATE_CONFLICT, naming each version that is not in force.
 */
export function refuseOtherVersions(accepted: LegalVersions, inForce: LegalVersions): void {
  const named = ["termsVersion", "privacyVersion"] as const;
  const others = named.filter((name) => accepted[name] !== inForce[name]);
  if (others.length === 0) return;
  const message = "Not the version in force";
  const errors = others.map((name) => ({ pointer: `/${name}`, code: "not_in_force", message }));
  throw new Refusal("STATE_CONFLICT", { errors });
}
