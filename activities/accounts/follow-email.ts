import { appendAuthAudit } from "../../db/accounts/append-auth-audit.ts";
import { type EmailOwnershipRow, getEmailOwnership } from "../../db/accounts/email/queries.ts";
import {
  keepReplacedEmail,
  recordEmailRefusal,
  changeEmail,
} from "../../db/accounts/email/change-email.ts";
import { recordVerification } from "../../db/accounts/registration/unlink-identity-row.ts";
import { newId } from "../../db/platform/new-id.ts";
import { appendEvents } from "../../db/outbox/append-events.ts";
import { clockNow, type Tx } from "../../db/platform/transactions/transact.ts";
import { judgeEmailClaim } from "../../rules/accounts/judge-email-claim.ts";
import { type VerifiedIdentity, verifiedContact } from "../../rules/accounts/verified-identity.ts";

/**
 * Updates the account's e-mail from its sign-in (docs/rooms/accounts.md#e-mail-follows). If another account has the
 * address, the e-mail stays. The refusal is audited once and stored until the two addresses agree again.
 */
export async function followEmail(tx: Tx, signIn: ClaimingSignIn): Promise<void> {
  const { userId, identityId, identity } = signIn;
  const email = verifiedContact(identity, "EMAIL");
  const ownership = await getEmailOwnership(tx, { userId, identityId });
  const judged = judgeEmailClaim(ownership, { identityId, email, claimedAt: identity.issuedAt });
  if (judged === "AGREES" && ownership.emailRefusedAt !== null) {
    await recordEmailRefusal(tx, userId, null);
  }
  if (judged === "FOLLOWS" && email !== null) await follow(tx, signIn, { ownership, email });
}

/** A sign-in that opens a session. The caller holds the lock on its user. */
export interface ClaimingSignIn {
  readonly userId: string;
  readonly identityId: string;
  /** `issuedAt` is the time at which the token was issued. */
  readonly identity: VerifiedIdentity & { readonly issuedAt: Date };
  readonly requestId: string;
}

async function follow(
  tx: Tx,
  signIn: ClaimingSignIn,
  { ownership, email }: { readonly ownership: EmailOwnershipRow; readonly email: string },
): Promise<void> {
  const { userId, identityId, identity, requestId } = signIn;
  const { provider, phoneVerified } = identity;
  const line = { userId, provider, actor: userId, metadata: { identityId } };
  const now = await clockNow(tx);
  if (!(await changeEmail(tx, { userId, email, now }))) {
    if (ownership.emailRefusedAt !== null) return;
    await recordEmailRefusal(tx, userId, now);
    await appendAuthAudit(tx, { ...line, eventType: "EMAIL_HELD_ELSEWHERE" });
    return;
  }
  await recordVerification(tx, { id: identityId, emailVerified: true, phoneVerified });
  const eventId = newId();
  await keepReplacedEmail(tx, { eventId, userId, email: ownership.primaryEmail });
  const event = { type: "AccountEmailChanged", subjectId: userId, version: 0 } as const;
  await appendEvents(tx, [{ eventId, ...event, refs: { identityId } }], { now, requestId });
  await appendAuthAudit(tx, { ...line, eventType: "EMAIL_FOLLOWED" });
}
