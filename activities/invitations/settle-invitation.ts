import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { invitationActor } from "../../contract/invitations/invitation-actor.ts";
import type { EventType } from "../../contract/outbox/vocabulary.ts";
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
 * Settles an invitation under its lock. A scheduled one is sent on its day. An open one waits for the reminder, which
 * mails the same link once more and notifies the coach, then for its end. Safe to run at any time and any number of
 * times.
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
  if (due.reason === "EXPIRY") {
    tx.assign(invitation, { expiryNoticedAt: now });
    await emit(tx, invitation, now, ["ClientInvitationExpired"]);
    return ["EXPIRED"];
  }
  tx.assign(invitation, { remindedAt: now, updatedAt: now });
  const isMailed = invitation.targetEmail !== null;
  const reminded = isMailed ? (["ClientInvitationReminded"] as const) : [];
  await emit(tx, invitation, now, [...reminded, "ClientInvitationExpiring"]);
  return ["REMINDED"];
}

async function deadlineOf(tx: Tx, invitation: Invitation, now: Date) {
  const { status, targetEmail, targetPhone, expiresAt, sendAt } = invitation;
  const { remindedAt, expiryNoticedAt } = invitation;
  const workspace = await tx.findOneOrFail(CoachWorkspace, invitation.workspaceId);
  const state = { status, expiresAt, workspaceStatus: workspace.status };
  const past = { remindedAt, expiryNoticedAt };
  return invitationDeadline({ ...state, ...past, targetEmail, targetPhone, sendAt }, now);
}

/** Reminds the invited person, or has the coach notified. */
async function emit(
  tx: Tx,
  { id, workspaceId, generation }: Invitation,
  now: Date,
  types: readonly EventType[],
): Promise<void> {
  await tx.flush();
  const refs = { workspaceId, generation };
  const events = types.map((type) => ({
    eventId: newId(),
    type,
    subjectId: id,
    version: generation,
    refs,
  }));
  await appendEvents(tx, events, { now, requestId: null });
}
