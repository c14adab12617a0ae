import { TASK_DEFINITIONS } from "../../../contract/agenda/kinds/task-definitions.ts";
import type { DomainEvent, EventType } from "../../../contract/outbox/vocabulary.ts";
import {
  listUnclosedDays,
  listUnclosedDaysOf,
  markDaysClosed,
  putOffDays,
  type UnclosedDay,
} from "../../../db/agenda/closing/list-days-due.ts";
import {
  type ClosedTask,
  listOpenTasks,
  type OpenTask,
  storeClosedTasks,
} from "../../../db/agenda/closing/list-open-tasks.ts";
import { dayKey, type RelationshipDay } from "../../../db/agenda/queries.ts";
import { idFrom, newId } from "../../../db/platform/new-id.ts";
import { appendEvents } from "../../../db/outbox/append-events.ts";
import { recordScopeChanges } from "../../../db/platform/scopes/record-scope-changes.ts";
import type { Tx } from "../../../db/platform/transactions/transact.ts";
import { closeTask } from "../../../rules/agenda/closing/close-task.ts";
import { adherenceMetadata } from "../../../rules/agenda/adherence.ts";
import { judgeClosing } from "../../../rules/agenda/closing/judge-closing.ts";
import { judgeTrends } from "../judge-trends.ts";
import { projectDays } from "../project-days.ts";

/**
 * Closes the days whose time has come, once each (docs/rooms/agenda.md#closing). Open tasks are completed or missed,
 * or canceled with their relationship. History, scope changes and events are written. Delayed days are checked again
 * later. The number of statements does not depend on the number of days. The caller holds the relationships' locks.
 */
export async function closeDays(
  tx: Tx,
  days: readonly RelationshipDay[],
  now: Date,
): Promise<ClosedDays> {
  if (days.length === 0) return { closed: [], onHold: [] };
  const unclosed = await listUnclosedDays(tx, days);
  const judged = unclosed.map((day) => ({ day, judgement: judgeClosing(day, now) }));
  const waiting = judged.flatMap(({ day, judgement }) =>
    judgement.kind === "WAIT" ? [{ ...day, ...judgement }] : [],
  );
  await putOffDays(tx, waiting);
  const closed = judged.flatMap(({ day, judgement }) => (judgement.kind === "CLOSE" ? [day] : []));
  await closeAll(tx, closed, now);
  return { closed, onHold: waiting.filter(({ holdReason }) => holdReason !== null) };
}

/** The result of closing days. */
export interface ClosedDays {
  readonly closed: readonly RelationshipDay[];
  /** Delayed by unsent or deferred work, or by our own outage. */
  readonly onHold: readonly RelationshipDay[];
}

/** Closes all days of relationships that have ended. The caller holds their locks. */
export async function closeDaysOfEnded(
  tx: Tx,
  relationshipIds: readonly string[],
  now: Date,
): Promise<ClosedDays> {
  return await closeDays(tx, await listUnclosedDaysOf(tx, relationshipIds), now);
}

async function closeAll(tx: Tx, days: readonly UnclosedDay[], now: Date): Promise<void> {
  if (days.length === 0) return;
  const byKey = new Map(days.map((day) => [dayKey(day), day]));
  const tasks = (await listOpenTasks(tx, days)).map((task) => ({
    task,
    closed: closedTask(task, byKey.get(dayKey(task)), now),
  }));
  await storeClosedTasks(
    tx,
    tasks.map(({ closed }) => closed),
    now,
  );
  await markDaysClosed(tx, days, now);
  await recordScopeChanges(tx, changesOf(tasks.map(({ task }) => task)), now);
  await projectDays(tx, days, now);
  const relationshipIds = [...new Set(days.map(({ relationshipId }) => relationshipId))];
  const trends = await judgeTrends(tx, relationshipIds, now);
  const byDay = Map.groupBy(tasks, ({ task }) => dayKey(task));
  const events = days.flatMap((day) => eventsOf(day, byDay.get(dayKey(day)) ?? []));
  await appendEvents(tx, [...events, ...trends], { now, requestId: null });
}

interface Closing {
  readonly task: OpenTask;
  readonly closed: ClosedTask;
}

function closedTask(task: OpenTask, day: UnclosedDay | undefined, now: Date): ClosedTask {
  const isEnded = day?.relationshipStatus === "ENDED";
  const toStatus = isEnded ? "CANCELED" : closeTask(task);
  const { completedItemCount, itemCount } = task.completionSummary;
  const notOffered = day?.notOffered ?? false;
  return {
    id: task.id,
    relationshipId: task.relationshipId,
    revisionBefore: task.revision,
    revision: task.revision + 1,
    completedAt: toStatus === "COMPLETED" ? now : null,
    canceledAt: toStatus === "CANCELED" ? now : null,
    fromStatus: task.status,
    toStatus,
    eventId: newId(),
    reason: isEnded ? "RELATIONSHIP_ENDED" : "DAY_CLOSED",
    metadata: {
      taskRevision: task.revision + 1,
      ...adherenceMetadata({ ...task, status: toStatus, notOffered }),
      doneCount: completedItemCount,
      allCount: itemCount,
    },
  };
}

function changesOf(tasks: readonly OpenTask[]) {
  const byScope = Map.groupBy(tasks, ({ relationshipId }) => relationshipId);
  return [...byScope].map(([relationshipId, own]) => ({
    relationshipId,
    changes: { agenda_task: own.map(({ id }) => id) },
  }));
}

/**
 * One event for the day, from which the feed derives those of its tasks, and those that missed tasks of a kind have.
 */
function eventsOf(day: UnclosedDay, tasks: readonly Closing[]): readonly DomainEvent[] {
  const { relationshipId, workspaceId, localDate, notOffered } = day;
  const refs = { workspaceId, relationshipId, localDate };
  const missed = tasks.filter(({ closed }) => closed.toStatus === "MISSED");
  const byEvent = Map.groupBy(missed, ({ task }) => TASK_DEFINITIONS[task.taskKind].missedEvent);
  const eventOf = (type: EventType, missedCount: number) => ({
    eventId: idFrom(relationshipId, `${type}/${localDate}`),
    type,
    subjectId: relationshipId,
    version: 0,
    refs: { ...refs, missedCount },
  });
  const ofKinds = [...byEvent].flatMap(([type, { length }]) =>
    type === null || notOffered ? [] : [eventOf(type, length)],
  );
  return [eventOf("AgendaDayClosed", missed.length), ...ofKinds];
}
