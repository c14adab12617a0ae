import type { LegalVersions } from "../../contract/accounts/terms-schema.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { DomainEvent } from "../../contract/outbox/vocabulary.ts";
import {
  claimIdentity,
  type ClaimedIdentity,
} from "../../db/accounts/registration/claim-identity.ts";
import { claimTermsAcceptance } from "../../db/accounts/registration/claim-terms-acceptance.ts";
import { newId } from "../../db/new-id.ts";
import type { Tx } from "../../db/transact.ts";
import type { VerifiedIdentity } from "../../rules/accounts/verified-identity.ts";
import type { SessionSignIn } from "./sessions/open-app-session.ts";

/** Fields that both registrations send. */
export interface RegistrationForm {
  readonly displayName: string;
  readonly timezone: string;
  readonly locale: string;
  readonly termsVersion: string;
  readonly privacyVersion: string;
}

/** The origin of a registration: address and user agent as keyed hashes, and the legal versions in force. */
export interface RegistrationOrigin {
  readonly requestId: string;
  readonly ipHash: string;
  readonly userAgentHash: string;
  /** First half of its network's address. */
  readonly network: string | null;
  readonly inForce: LegalVersions;
}

/** The sign-in of a client app, with its session. */
export type ClientSignIn = SessionSignIn;

/** An invited person registers. */
export interface ClientRegistration extends RegistrationForm {
  readonly identity: ClientSignIn;
  readonly invitationToken: string;
  readonly validationId: string;
  /** Keyed hash of the app's device id; null if the app sends none. */
  readonly deviceIdHash: string | null;
  readonly origin: RegistrationOrigin;
}

/** Claims the sign-in for a new user id, or finds the user that already owns it. */
export function claimIdentityFor(tx: Tx, identity: VerifiedIdentity): Promise<ClaimedIdentity> {
  return claimIdentity(tx, {
    id: newId(),
    userId: newId(),
    provider: identity.provider,
    issuer: identity.issuer,
    tenant: identity.tenant,
    subject: identity.subject,
    emailVerified: identity.emailVerified,
    phoneVerified: identity.phoneVerified,
  });
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
