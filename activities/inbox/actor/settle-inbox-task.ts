import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { inboxTaskActor } from "../../../contract/inbox/inbox-task-actor.ts";
import { CoachTask, ROW_LOCK } from "../../../db/inbox/coach-task.ts";
import { findRelationshipOfTask } from "../../../db/inbox/inbox-rows.ts";
import { lockScope } from "../../../db/platform/scopes/lock-scopes.ts";
import { newId } from "../../../db/platform/new-id.ts";
import {
  dropActorRow,
  saveActorRow,
  seeActor,
  type SeenActor,
} from "../../../db/outbox/actor-rows.ts";
import { clockNow, transact, type Tx } from "../../../db/platform/transactions/transact.ts";
import { nextTaskDeadline, taskDeadline } from "../../../rules/inbox/task-deadline.ts";
import { isUnresolved } from "../../../rules/inbox/settle-case.ts";
import { UNSNOOZED } from "../apply-outcome.ts";
import { decideNudge } from "../nudge.ts";
import { agendaOfTask, NO_TASK, type TaskAgenda } from "./task-agenda.ts";
import { recordChanges, refsOf, type TaskChange } from "../record-changes.ts";

/**
 * Settles a coach task under its relationship's lock (docs/rooms/inbox.md#moments). It reopens the task when its
 * snooze is over or it is idle, and emits when it is late. It nudges the client of a resolved one. Safe to run at any
 * time and any number of times; before the deadline it changes nothing and returns the next deadline.
 */
export async function settleInboxTask(
  em: SqlEntityManager,
  { taskId }: { readonly taskId: string },
): Promise<TaskAgenda> {
  return await transact(em, async (tx) => {
    const workflowId = inboxTaskActor.idOf({ taskId });
    const relationshipId = await findRelationshipOfTask(tx, taskId);
    if (relationshipId === null) {
      await dropActorRow(tx, await seeActor(tx, workflowId));
      return NO_TASK;
    }
    await lockScope(tx, relationshipId);
    const seen = await seeActor(tx, workflowId);
    const now = await clockNow(tx);
    const task = await tx.findOneOrFail(CoachTask, taskId, ROW_LOCK);
    const did = isUnresolved(task.status)
      ? await settleDue(tx, task, now)
      : await settleNudge(tx, task, now);
    return { ...(await waitOn(tx, seen, task, now)), did };
  });
}

/** Takes the place of a request id: time triggers this, not a request. */
const REQUEST_ID = "inbox-task-actor";

/** @returns codes of what was done. */
async function settleDue(tx: Tx, task: CoachTask, now: Date): Promise<readonly string[]> {
  const { reopens, isLate } = taskDeadline(task, now);
  if (reopens === null && !isLate) return [];
  // The end of a snooze keeps the revision, so that what a coach sent before it is still accepted afterwards.
  const revision = reopens === "IDLE" ? task.revision + 1 : task.revision;
  if (reopens !== null)
    tx.assign(task, {
      status: "OPEN",
      ...UNSNOOZED,
      reopenReason: reopens,
      revision,
      updatedAt: now,
    });
  // The list does not show it, so `updatedAt` stays: `changes` names each task that the list shows differently.
  if (isLate) tx.assign(task, { lateToldAt: now });
  await tx.flush();
  const changes: readonly TaskChange[] =
    reopens === null
      ? []
      : [{ task, type: "reopened", byUserId: null, metadata: { reopenReason: reopens } }];
  const late = {
    eventId: newId(),
    type: "CoachTaskDue",
    subjectId: task.id,
    version: task.revision,
    refs: refsOf(task, null),
  } as const;
  await recordChanges(
    tx,
    changes,
    { now, requestId: REQUEST_ID },
    { events: isLate ? [late] : [] },
  );
  return [...(reopens === null ? [] : [reopens]), ...(isLate ? ["TOLD_LATE"] : [])];
}

/** Decides the nudge of a resolved task whose undo is over. @returns what was decided. */
async function settleNudge(tx: Tx, task: CoachTask, now: Date): Promise<readonly string[]> {
  if (!taskDeadline(task, now).isNudgeDue) return [];
  const { notificationId, outcome, reason } = await decideNudge(tx, task, now);
  tx.assign(task, { nudgeNotificationId: notificationId });
  await tx.flush();
  return [`NUDGE_${outcome}`, reason];
}

/** Stores the next deadline for the sweep and for operators. */
async function waitOn(tx: Tx, seen: SeenActor, task: CoachTask, now: Date): Promise<TaskAgenda> {
  const deadline = nextTaskDeadline(task, now);
  if (deadline === null) await dropActorRow(tx, seen);
  else {
    const { at, reason: dueReason } = deadline;
    await saveActorRow(tx, { ...seen, dueAt: at, dueReason, settledAt: now });
  }
  return agendaOfTask(task, deadline, now);
}
