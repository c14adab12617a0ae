import { Refusal } from "../../../contract/refusal.ts";
import { User } from "../../../db/accounts/user.ts";
import { findClientByContact } from "../../../db/invitations/find-client-by-contact.ts";
import { listMemberContacts } from "../../../db/invitations/list-member-contacts.ts";
import type { Invitation } from "../../../db/invitations/invitation.ts";
import { attempt } from "../../../db/platform/transactions/attempt.ts";
import type { Tx } from "../../../db/platform/transactions/transact.ts";
import { CoachWorkspace } from "../../../db/workspaces/coach-workspace.ts";
import { invitationTarget } from "../../../rules/invitations/invitation-target.ts";
import { emitInvitationChange } from "../emit-invitation-event.ts";
import { limitMailsTo, limitSending } from "../limit-sending.ts";
import { openScheduled } from "./open-scheduled.ts";

/**
 * Sends a scheduled invitation if the limits permit. Otherwise it waits until they do, or for a day while the
 * workspace or the coach is suspended. If the recipient has become a client or a member meanwhile, it is revoked.
 *
 * @returns the result, as a code for `did`.
 */
export async function sendScheduled(
  tx: Tx,
  invitation: Invitation,
  { senderUserId, invitationKey, now }: ScheduledSending,
): Promise<"SENT" | "POSTPONED" | "WITHDRAWN"> {
  const deed = { invitation, requestId: null, now };
  const { workspaceId } = invitation;
  const members = { workspaceId, contacts: [invitationTarget(invitation)] };
  const isClient = (await findClientByContact(tx, invitation)) !== null;
  if (isClient || (await listMemberContacts(tx, members)).length > 0) {
    tx.assign(invitation, { status: "REVOKED", revokedAt: now, updatedAt: now });
    await tx.flush();
    await emitInvitationChange(tx, { type: "ClientInvitationRevoked", byUserId: null, ...deed });
    return "WITHDRAWN";
  }
  const pause = await pauseOf(tx, invitation, { senderUserId, invitationKey });
  if (pause !== null) {
    const sendAt = new Date(now.getTime() + pause * 1_000);
    tx.assign(invitation, { sendAt, updatedAt: now });
    await tx.flush();
    return "POSTPONED";
  }
  await openScheduled(tx, invitation, { byUserId: senderUserId, requestId: null, now });
  return "SENT";
}

const DAY_SECONDS = 86_400;

/** A scheduled invitation whose day has come; it and its sender are locked. */
export interface ScheduledSending {
  readonly senderUserId: string;
  /** Key to count recipients. */
  readonly invitationKey: Uint8Array;
  readonly now: Date;
}

/** Seconds until it may be sent; null if it may be sent now and the limits have counted it. */
async function pauseOf(
  tx: Tx,
  { workspaceId, targetEmail: email }: Invitation,
  { senderUserId: userId, invitationKey }: Omit<ScheduledSending, "now">,
): Promise<number | null> {
  const workspace = await tx.findOneOrFail(CoachWorkspace, workspaceId);
  const sender = await tx.findOneOrFail(User, userId);
  if (workspace.status !== "ACTIVE" || sender.status !== "ACTIVE") return DAY_SECONDS;
  const tried = await attempt(tx, async () => {
    await limitSending(tx, { userId, workspaceId });
    await limitMailsTo(tx, { email, invitationKey });
  });
  if (tried.kind === "DONE") return null;
  const { fault } = tried;
  if (!(fault instanceof Refusal) || fault.code !== "RATE_LIMITED") throw fault;
  return fault.details.retryAfterSeconds ?? DAY_SECONDS;
}
