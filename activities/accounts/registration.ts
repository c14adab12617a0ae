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

/** What both registrations send. */
export interface RegistrationForm {
  readonly displayName: string;
  readonly timezone: string;
  readonly locale: string;
  readonly termsVersion: string;
  readonly privacyVersion: string;
}

/** Where a registration came from, address and user agent as keyed hashes, and what was in force there. */
export interface RegistrationOrigin {
  readonly requestId: string;
  readonly ipHash: string;
  readonly userAgentHash: string;
  /** First half of its network's address. */
  readonly network: string | null;
  readonly inForce: LegalVersions;
}

/** The sign-in of a client app, with the session it happens in. */
export type ClientSignIn = SessionSignIn;

/** Somebody invited signs up. */
export interface ClientRegistration extends RegistrationForm {
  readonly identity: ClientSignIn;
  readonly invitationToken: string;
  readonly validationId: string;
  /** Keyed hash of what the app calls its device; null when it says nothing. */
  readonly deviceIdHash: string | null;
  readonly origin: RegistrationOrigin;
}

/** Links the sign-in to a user about to be made, or finds whose it is. */
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
 * Nobody accepts what nobody is asked (docs/rooms/accounts.md#terms).
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

/** Records what the user accepted; the event of it, or none when it was accepted before. */
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
