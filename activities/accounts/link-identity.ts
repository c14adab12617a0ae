import { Refusal } from "../../contract/refusal.ts";
import { appendAuthAudit } from "../../db/accounts/append-auth-audit.ts";
import { claimIdentity } from "../../db/accounts/registration/claim-identity.ts";
import { findContactHolder } from "../../db/accounts/registration/find-contact-holder.ts";
import { lockUser } from "../../db/accounts/guard/lock-user.ts";
import { recordVerification } from "../../db/accounts/registration/unlink-identity-row.ts";
import { User } from "../../db/accounts/user.ts";
import { newId } from "../../db/platform/new-id.ts";
import { clockNow, type Tx } from "../../db/platform/transactions/transact.ts";
import { isFreshProof } from "../../rules/accounts/is-fresh-proof.ts";
import { judgeAccount } from "../../rules/accounts/judge-account.ts";
import { type VerifiedIdentity, verifiedContact } from "../../rules/accounts/verified-identity.ts";
import { notifyOfSignIn } from "./notify-of-sign-in.ts";
import { refuseLinking, refuseProof } from "./audited-refusal.ts";

/**
 * Links another sign-in to the account. The person must have authenticated with it within the last five minutes; the
 * guard checks the same for the request's own sign-in. Accounts are never merged: data of another account stay there
 * (docs/rooms/accounts.md#linked-sign-ins). Linking is idempotent.
 *
 * @returns id of the linked identity.
 * @throws Refusal VALIDATION_FAILED when the other sign-in is older. IDENTITY_IN_USE, and the codes of a closed
 *   account.
 */
export async function linkIdentity(tx: Tx, input: IdentityLinking): Promise<string> {
  const { userId, further, requestId } = input;
  await lockUser(tx, userId);
  const now = await clockNow(tx);
  if (!isFreshProof(further.authenticatedAt, now)) throw refuseProof("not_fresh");
  await refuseClosedAccount(tx, userId);
  const email = verifiedContact(further, "EMAIL");
  const phone = verifiedContact(further, "PHONE");
  const holder = await findContactHolder(tx, { email, phone }, userId);
  if (holder !== null) throw refuseLinking("IDENTITY_IN_USE");
  const { provider, issuer, tenant, subject, emailVerified, phoneVerified } = further;
  const key = { provider, issuer, tenant, subject, emailVerified, phoneVerified };
  const claimed = await claimIdentity(tx, { id: newId(), userId, ...key });
  if (claimed.userId !== userId) throw refuseLinking("IDENTITY_IN_USE");
  if (claimed.isNew)
    await emitLinked(tx, { userId, provider, identityId: claimed.id, requestId, now });
  else await recordVerification(tx, { id: claimed.id, emailVerified, phoneVerified });
  return claimed.id;
}

/** A sign-in with the time at which the person authenticated; null if the token does not say. */
export interface ProvenIdentity extends VerifiedIdentity {
  readonly authenticatedAt: Date | null;
}

/** A signed-in user adds another sign-in to the account. */
export interface IdentityLinking {
  readonly userId: string;
  /** The sign-in to add, proved by its own token. */
  readonly further: ProvenIdentity;
  readonly requestId: string;
}

/** The guard checked before the lock, so the account may have been closed since. */
async function refuseClosedAccount(tx: Tx, userId: string): Promise<void> {
  const { status, deletedAt } = await tx.findOneOrFail(User, userId);
  const closed = judgeAccount({ status, deleted: deletedAt !== null });
  if (closed !== null) throw new Refusal(closed);
}

async function emitLinked(
  tx: Tx,
  linked: {
    readonly userId: string;
    readonly provider: string;
    readonly identityId: string;
    readonly requestId: string;
    readonly now: Date;
  },
): Promise<void> {
  const { userId, provider, identityId, requestId, now } = linked;
  await notifyOfSignIn(tx, { type: "SignInLinked", userId, identityId, requestId, now });
  await appendAuthAudit(tx, {
    userId,
    eventType: "IDENTITY_LINKED",
    provider,
    actor: userId,
    metadata: { identityId },
  });
}
