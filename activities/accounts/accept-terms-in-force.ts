import type { LegalVersions } from "../../contract/accounts/terms-schema.ts";
import { appendAuthAudit } from "../../db/accounts/append-auth-audit.ts";
import { TermsAcceptance } from "../../db/accounts/terms-acceptance.ts";
import { appendEvents } from "../../db/outbox/append-events.ts";
import { clockNow, type Tx } from "../../db/platform/transactions/transact.ts";
import type { RegistrationOrigin } from "./registration-form.ts";
import { acceptTerms, refuseOtherVersions } from "./accept-terms.ts";

/**
 * Records that the user accepts the versions in force. If they accepted them before, it returns that earlier record.
 * Versions that are not in force are refused.
 *
 * @throws Refusal STATE_CONFLICT when other versions are in force.
 */
export async function acceptTermsInForce(tx: Tx, consent: TermsConsent): Promise<TermsAcceptance> {
  const { userId, accepted, origin, provider } = consent;
  const { termsVersion, privacyVersion } = accepted;
  refuseOtherVersions(accepted, origin.inForce);
  const now = await clockNow(tx);
  const events = await acceptTerms(tx, { ...accepted, ...origin, userId, now });
  await appendEvents(tx, events, { now, requestId: origin.requestId });
  const row = await tx.findOneOrFail(TermsAcceptance, { userId, termsVersion, privacyVersion });
  if (events.length > 0) {
    const metadata = { acceptanceId: row.id };
    await appendAuthAudit(tx, {
      userId,
      eventType: "TERMS_ACCEPTED",
      provider,
      actor: userId,
      metadata,
    });
  }
  return row;
}

/** A user's acceptance of the legal texts in force. */
export interface TermsConsent {
  readonly userId: string;
  readonly accepted: LegalVersions;
  readonly provider: string;
  readonly origin: RegistrationOrigin;
}
