import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { invitationActor } from "../../contract/invitations/invitation-actor.ts";
import { Invitation } from "../../db/invitations/invitation.ts";
import { lockInvitation } from "../../db/invitations/lock-rows.ts";
import { newId } from "../../db/new-id.ts";
import { dropActorRow, saveActorRow, seeActor } from "../../db/outbox/actor-rows.ts";
import { appendEvents } from "../../db/outbox/append-events.ts";
import { clockNow, transact, type Tx } from "../../db/transact.ts";
import { CoachWorkspace } from "../../db/workspaces/coach-workspace.ts";
import { invitationDeadline } from "../../rules/invitations/invitation-deadline.ts";
import { type ActorAgenda, agendaUntil, NOTHING_WAITS } from "../../rules/outbox/actor-agenda.ts";

/**
 * Looks at an invitation under its lock: waits until it is to be reminded of, and then has the same link mailed once
 * more. Safe to run at any time and any number of times.
 */
export async function settleInvitation(
  em: SqlEntityManager,
  { invitationId }: { readonly invitationId: string },
): Promise<ActorAgenda<"REMINDER">> {
  return await transact(em, async (tx) => {
    await lockInvitation(tx, invitationId);
    const seen = await seeActor(tx, invitationActor.idOf({ invitationId }));
    const invitation = await tx.findOne(Invitation, invitationId);
    const now = await clockNow(tx);
    const due = invitation && (await deadlineOf(tx, invitation, now));
    if (invitation !== null && due !== null && due.at > now) {
      await saveActorRow(tx, { ...seen, dueAt: due.at, dueReason: due.reason, settledAt: now });
      return agendaUntil(due, now);
    }
    if (invitation !== null && due !== null) await remind(tx, invitation, now);
    await dropActorRow(tx, seen);
    return due === null ? NOTHING_WAITS : { ...NOTHING_WAITS, did: ["REMINDED"] };
  });
}

async function deadlineOf(tx: Tx, invitation: Invitation, now: Date) {
  const { workspaceId, status, expiresAt, targetEmail, remindedAt } = invitation;
  const { status: workspaceStatus } = await tx.findOneOrFail(CoachWorkspace, workspaceId);
  return invitationDeadline({ status, expiresAt, targetEmail, remindedAt, workspaceStatus }, now);
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
