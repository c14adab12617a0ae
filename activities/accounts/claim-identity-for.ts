import {
  claimIdentity,
  type ClaimedIdentity,
} from "../../db/accounts/registration/claim-identity.ts";
import { newId } from "../../db/platform/new-id.ts";
import type { Tx } from "../../db/platform/transactions/transact.ts";
import type { VerifiedIdentity } from "../../rules/accounts/verified-identity.ts";

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
