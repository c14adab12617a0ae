import type { AuthAuditEventType } from "../../../contract/accounts/vocabulary.ts";
import { Refusal } from "../../../contract/refusal.ts";
import { appendAuthAudit } from "../../../db/accounts/append-auth-audit.ts";
import { findContactHolder } from "../../../db/accounts/registration/find-contact-holder.ts";
import { findWaitingInvitation, type WaitingInvitation } from "../../../db/invitations/queries.ts";
import { lockInvitation } from "../../../db/invitations/lock-invitation.ts";
import { newId } from "../../../db/platform/new-id.ts";
import { appendEvents } from "../../../db/outbox/append-events.ts";
import { clockNow, type Tx } from "../../../db/platform/transactions/transact.ts";
import {
  type VerifiedIdentity,
  verifiedContact,
} from "../../../rules/accounts/verified-identity.ts";
import { limitMailsTo } from "../limit-sending.ts";

/**
 * Mails the waiting invitation of a person without an account once more, to the invited address only. Link and last day
 * stay as they are (docs/rooms/invitations.md#mail).
 *
 * @throws Refusal NOT_FOUND if no invitation waits for the proved address, or an account has a proved contact.
 *   RATE_LIMITED beyond the recipient's mails of the day.
 */
export async function mailInvitationAgain(tx: Tx, wish: MailWish): Promise<WaitingInvitation> {
  const { identity, actor, invitationKey, requestId } = wish;
  const email = verifiedContact(identity, "EMAIL");
  if (email === null) throw new Refusal("NOT_FOUND");
  const proved = { email, phone: verifiedContact(identity, "PHONE") };
  if ((await findContactHolder(tx, proved, null)) !== null) throw new Refusal("NOT_FOUND");
  const waiting = await findWaitingInvitation(tx, email);
  if (waiting === null) throw new Refusal("NOT_FOUND");
  const { id: invitationId, workspaceId } = waiting;
  await lockInvitation(tx, invitationId);
  // A coach may have revoked or resent it until the lock.
  const locked = await findWaitingInvitation(tx, email);
  if (locked?.id !== invitationId) throw new Refusal("NOT_FOUND");
  await limitMailsTo(tx, { email, invitationKey });
  const { generation } = locked;
  const event = {
    eventId: newId(),
    type: "ClientInvitationMailedAgain",
    subjectId: invitationId,
    version: generation,
    refs: { workspaceId, generation },
  } as const;
  await appendEvents(tx, [event], { now: await clockNow(tx), requestId });
  await appendAuthAudit(tx, {
    userId: null,
    eventType: "INVITATION_MAILED_AGAIN" satisfies AuthAuditEventType,
    provider: identity.provider,
    actor,
    metadata: { invitationId, workspaceId },
  });
  return locked;
}

/** A person without an account asks for the mail. */
export interface MailWish {
  readonly identity: VerifiedIdentity;
  /** The sign-in in storable form. */
  readonly actor: string;
  /** Key to count recipients. */
  readonly invitationKey: Uint8Array;
  readonly requestId: string;
}
