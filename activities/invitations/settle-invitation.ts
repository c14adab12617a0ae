import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { invitationActor } from "../../contract/invitations/invitation-actor.ts";
import type { DueReasonOf } from "../../contract/outbox/define-actor.ts";
import { lockUser } from "../../db/accounts/guard/lock-user.ts";
import { Invitation } from "../../db/invitations/invitation.ts";
import { findScheduledSender } from "../../db/invitations/inviting-coach.ts";
import { lockInvitation } from "../../db/invitations/lock-invitation.ts";
import { newId } from "../../db/platform/new-id.ts";
import { dropActorRow, saveActorRow, seeActor } from "../../db/outbox/actor-rows.ts";
import { appendEvents } from "../../db/outbox/append-events.ts";
import { clockNow, transact, type Tx } from "../../db/platform/transactions/transact.ts";
import { CoachWorkspace } from "../../db/workspaces/coach-workspace.ts";
import { invitationDeadline } from "../../rules/invitations/invitation-deadline.ts";
import { type ActorAgenda, agendaUntil, NOTHING_WAITS } from "../../rules/outbox/actor-agenda.ts";
import { type ScheduledSending, sendScheduled } from "./csv/send-scheduled.ts";

/**
 * Settles an invitation under its lock. A scheduled one is sent on its day; an open one waits for the reminder, which
 * mails the same link once more. Safe to run at any time and any number of times.
 */
export async function settleInvitation(
  { em, invitationKey }: InvitationSettling,
  { invitationId }: { readonly invitationId: string },
): Promise<ActorAgenda<DueReason>> {
  return await transact(em, async (tx) => {
    const senderUserId = await findScheduledSender(tx, invitationId);
    if (senderUserId !== null) await lockUser(tx, senderUserId);
    await lockInvitation(tx, invitationId);
    const seen = await seeActor(tx, invitationActor.idOf({ invitationId }));
    const invitation = await tx.findOneOrFail(Invitation, invitationId);
    const now = await clockNow(tx);
    const did = await doWhatIsDue(tx, invitation, { senderUserId, invitationKey, now });
    const due = await deadlineOf(tx, invitation, now);
    if (due === null) {
      await dropActorRow(tx, seen);
      return { ...NOTHING_WAITS, did };
    }
    await saveActorRow(tx, { ...seen, dueAt: due.at, dueReason: due.reason, settledAt: now });
    return { ...agendaUntil(due, now), did };
  });
}

/** Dependencies of settling an invitation. */
export interface InvitationSettling {
  readonly em: SqlEntityManager;
  /** Key to count recipients. */
  readonly invitationKey: Uint8Array;
}

type DueReason = DueReasonOf<typeof invitationActor>;

async function doWhatIsDue(
  tx: Tx,
  invitation: Invitation,
  by: Omit<ScheduledSending, "senderUserId"> & { readonly senderUserId: string | null },
): Promise<readonly string[]> {
  const { senderUserId, now } = by;
  const due = await deadlineOf(tx, invitation, now);
  if (due === null || due.at > now) return [];
  // An invitation can only be scheduled at its creation, so the sender that was read before the locks is still right.
  if (due.reason === "SEND" && senderUserId !== null)
    return [await sendScheduled(tx, invitation, { ...by, senderUserId })];
  await remind(tx, invitation, now);
  return ["REMINDED"];
}

async function deadlineOf(tx: Tx, invitation: Invitation, now: Date) {
  const { workspaceId, status, expiresAt, targetEmail, remindedAt, sendAt } = invitation;
  const { status: workspaceStatus } = await tx.findOneOrFail(CoachWorkspace, workspaceId);
  const state = { status, expiresAt, workspaceStatus };
  return invitationDeadline({ ...state, targetEmail, remindedAt, sendAt }, now);
}

async function remind(tx: Tx, invitation: Invitation, now: Date): Promise<void> {
  const { id, workspaceId, generation } = invitation;
  tx.assign(invitation, { remindedAt: now, updatedAt: now });
  await tx.flush();
  const event = {
    eventId: newId(),
    type: "ClientInvitationReminded",
    subjectId: id,
    version: generation,
    refs: { workspaceId, generation },
  } as const;
  await appendEvents(tx, [event], { now, requestId: null });
}
