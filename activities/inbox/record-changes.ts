import { inboxTaskActor } from "../../contract/inbox/inbox-task-actor.ts";
import type { CoachTaskEventType } from "../../contract/inbox/vocabulary.ts";
import type { DomainEvent, EventType } from "../../contract/outbox/vocabulary.ts";
import { pipeline, type QueryExecutor, executorOf } from "../../db/platform/pipeline/pipeline.ts";
import type { CoachTask } from "../../db/inbox/coach-task.ts";
import { insertInboxChanges } from "../../db/inbox/changes/insert-inbox-changes.ts";
import { insertTaskEvents, type NewTaskEvent } from "../../db/inbox/inbox-rows.ts";
import { newId } from "../../db/platform/new-id.ts";
import { appendEvents, type EventOrigin } from "../../db/outbox/append-events.ts";
import type { Tx } from "../../db/platform/transactions/transact.ts";
import { type ActorDues, judgeWake, loadDues, type TaskWake } from "./actor/judge-wake.ts";

/**
 * Adds changes to the histories of their tasks and emits events of ids. It wakes actors whose deadline became
 * earlier, and notifies waiting consoles which tasks changed. At most four statements for any number of changes: one
 * read, then all writes in one pipeline.
 */
export async function recordChanges(
  tx: Tx,
  changes: readonly TaskChange[],
  origin: EventOrigin,
  { events = [], extraEvents = () => [] }: Further = {},
): Promise<void> {
  const dues = await loadDues(executorOf(tx), changes, origin.now);
  const history = changes.map((change) => historyOf(change, origin.now));
  const tasks = changes.map((change) => ({
    id: change.task.id,
    workspaceId: change.task.workspaceId,
    isNews: isNews(change),
  }));
  await pipeline(tx, (executor) => [
    ...extraEvents(executor, changes),
    insertTaskEvents(executor, history),
    appendEvents(executor, [...eventsOf(changes, dues, origin.now), ...events], origin),
    insertInboxChanges(executor, tasks, origin),
  ]);
}

/** A change of a task, and who made it; the source if no person is named. */
export interface TaskChange {
  readonly task: CoachTask;
  readonly type: CoachTaskEventType;
  readonly byUserId: string | null;
  /** The revision of this change, if the task has a newer one by now. */
  readonly version?: number;
  /** The task was closed before, and no actor waits for it. */
  readonly wasClosed?: boolean;
  readonly sourceEventId?: string | null;
  readonly metadata?: NewTaskEvent["metadata"];
}

/** The event of each change; a pin changes only the order. */
const EVENTS = {
  created: "CoachTaskCreated",
  refreshed: "CoachTaskRefreshed",
  viewed: "CoachTaskViewed",
  snoozed: "CoachTaskSnoozed",
  resolved: "CoachTaskResolved",
  dismissed: "CoachTaskDismissed",
  reopened: "CoachTaskReopened",
  assigned: "CoachTaskAssigned",
  pinned: null,
  archived: "CoachTaskArchived",
} as const satisfies Record<CoachTaskEventType, EventType | null>;

/** A new task, or a new occurrence of one. */
function isNews({ type, metadata }: TaskChange): boolean {
  return type === "created" || (type === "refreshed" && metadata?.["fresh"] !== 0);
}

/** Further statements that are sent with the last writes of an act; they depend on the changed tasks. */
export type ExtraEvents = (
  executor: QueryExecutor,
  changes: readonly TaskChange[],
) => readonly Promise<unknown>[];

/** Further events and statements for changes of tasks. */
interface Further {
  readonly events?: readonly DomainEvent[];
  readonly extraEvents?: ExtraEvents;
}

/** The events of changes; they depend on the deadlines of the tasks' actors. */
export function eventsOf(
  changes: readonly TaskChange[],
  dues: ActorDues,
  now: Date,
): readonly DomainEvent[] {
  return changes.flatMap((change) => domainEvents(change, judgeWake(change, dues, now)));
}

/** The history entry of a change. */
export function historyOf(change: TaskChange, occurredAt: Date): NewTaskEvent {
  const { task, type, byUserId, sourceEventId = null, metadata = {} } = change;
  return {
    taskId: task.id,
    type,
    actorKind: byUserId === null ? "SYSTEM" : "COACH",
    actorUserId: byUserId,
    sourceEventId,
    metadata,
    occurredAt,
  };
}

function domainEvents(
  { task, type, byUserId, metadata, version = task.revision }: TaskChange,
  wake: TaskWake,
): readonly DomainEvent[] {
  const eventType = EVENTS[type];
  if (eventType === null) return [];
  const { id: subjectId } = task;
  const fresh = metadata?.["fresh"];
  const counts = typeof fresh === "number" ? { fresh } : {};
  const refs = { ...refsOf(task, byUserId), ...counts };
  const event = { eventId: newId(), type: eventType, subjectId, version, refs };
  if (wake === "NONE") return [event];
  const subject = { taskId: task.id };
  return [
    wake === "AT_ONCE"
      ? inboxTaskActor.wokenBy(event, subject)
      : inboxTaskActor.startedBy(event, subject),
  ];
}

/** The ids in an event of a task. */
export function refsOf(
  { workspaceId, relationshipId, coachUserId }: CoachTask,
  byUserId: string | null,
): DomainEvent["refs"] {
  return { workspaceId, relationshipId, coachUserId, byUserId };
}
