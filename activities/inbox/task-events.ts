import { inboxTaskActor } from "../../contract/inbox/inbox-task-actor.ts";
import type { CoachTaskEventType } from "../../contract/inbox/vocabulary.ts";
import type { DomainEvent, EventType } from "../../contract/outbox/vocabulary.ts";
import { pipeline, type QueryExecutor, executorOf } from "../../db/pipeline.ts";
import type { CoachTask } from "../../db/inbox/coach-task.ts";
import { insertInboxChanges } from "../../db/inbox/changes/insert-changes.ts";
import { insertTaskEvents, type NewTaskEvent } from "../../db/inbox/inbox-rows.ts";
import { newId } from "../../db/new-id.ts";
import { appendEvents, type EventOrigin } from "../../db/outbox/append-events.ts";
import type { Tx } from "../../db/transact.ts";
import { type ActorDues, judgeWakes, loadDues } from "./actor/tasks-to-wake.ts";

/** What became of a task, and on whose word; a source's where no person is named. */
export interface TaskChange {
  readonly task: CoachTask;
  readonly type: CoachTaskEventType;
  readonly byUserId: string | null;
  /** The revision that it made, where the task has a newer one by now. */
  readonly version?: number;
  /** It was closed before, and nobody waits for anything of it. */
  readonly wasClosed?: boolean;
  readonly sourceEventId?: string | null;
  readonly metadata?: NewTaskEvent["metadata"];
}

/** How each change is told to others; a pin moves nothing but the order. */
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

/** Further statements that are sent with the last ones of an act, by what became of tasks. */
export type Beside = (
  executor: QueryExecutor,
  changes: readonly TaskChange[],
) => readonly Promise<unknown>[];

/** What is told and written with changes of tasks. */
interface Further {
  readonly events?: readonly DomainEvent[];
  readonly beside?: Beside;
}

/**
 * Adds changes to the histories of their tasks and tells them, ids only; the actor of a task hears what makes it look
 * earlier, and consoles that wait hear which tasks read otherwise now. Four statements at most, whatever their number:
 * one that reads, and what is written, which is sent together.
 */
export async function recordChanges(
  tx: Tx,
  changes: readonly TaskChange[],
  origin: EventOrigin,
  { events = [], beside = () => [] }: Further = {},
): Promise<void> {
  const dues = await loadDues(executorOf(tx), changes, origin.now);
  const history = changes.map((change) => historyOf(change, origin.now));
  const tasks = changes.map(({ task }) => task);
  await pipeline(tx, (executor) => [
    ...beside(executor, changes),
    insertTaskEvents(executor, history),
    appendEvents(executor, [...eventsOf(changes, dues, origin.now), ...events], origin),
    insertInboxChanges(executor, tasks, origin),
  ]);
}

/** What changes tell others, by when their actors wait. */
export function eventsOf(
  changes: readonly TaskChange[],
  dues: ActorDues,
  now: Date,
): readonly DomainEvent[] {
  const woken = judgeWakes(changes, dues, now);
  return changes.flatMap((change) => domainEvents(change, woken.has(change.task.id)));
}

/** A change as a line of the history of its task. */
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
  isWoken: boolean,
): readonly DomainEvent[] {
  const told = EVENTS[type];
  if (told === null) return [];
  const { id: subjectId } = task;
  const fresh = metadata?.["fresh"];
  const counts = typeof fresh === "number" ? { fresh } : {};
  const refs = { ...refsOf(task, byUserId), ...counts };
  const event = { eventId: newId(), type: told, subjectId, version, refs };
  return [isWoken ? inboxTaskActor.wokenBy(event, { taskId: task.id }) : event];
}

/** The ids that an event of a task carries. */
export function refsOf(
  { workspaceId, relationshipId, coachUserId }: CoachTask,
  byUserId: string | null,
): DomainEvent["refs"] {
  return { workspaceId, relationshipId, coachUserId, byUserId };
}
