import { inboxTaskActor } from "../../../contract/inbox/inbox-task-actor.ts";
import type { CoachTaskEventType } from "../../../contract/inbox/vocabulary.ts";
import type { QueryExecutor } from "../../../db/platform/pipeline/pipeline.ts";
import { type ActorDue, listActorDues } from "../../../db/outbox/actor-rows.ts";
import { startsAtOnce } from "../../../rules/inbox/starts-at-once.ts";
import { nextTaskDeadline, type WaitingTask } from "../../../rules/inbox/task-deadline.ts";

/**
 * Judges whether a change wakes the actor of its task. New and closed tasks wake it, and so does a deadline that is
 * earlier than the actor expects, or that no actor waits for. A new actor may start later. If somebody acts on the task
 * before, or it becomes urgent, the actor starts at once.
 */
export function judgeWake(change: ChangedTask, dues: ActorDues, now: Date): TaskWake {
  if (!isLoud(change)) return "NONE";
  const { task, type, byUserId } = change;
  const deadline = nextTaskDeadline(task, now);
  if (deadline === null) return "AT_ONCE";
  const isUrgent = startsAtOnce(task, deadline, now);
  if (type === "created") return isUrgent ? "AT_ONCE" : "DEFERRED_START";
  const due = dues.get(inboxTaskActor.idOf({ taskId: task.id }));
  if (due === undefined || deadline.at < due.dueAt) return "AT_ONCE";
  return !due.hasSettled && (isUrgent || byUserId !== null) ? "AT_ONCE" : "NONE";
}

/** How a change wakes the actor of its task. */
export type TaskWake = "NONE" | "AT_ONCE" | "DEFERRED_START";

/** A task after a change. */
interface ChangedTask {
  readonly task: WaitingTask;
  readonly type: CoachTaskEventType;
  /** Null for the source and the actor. */
  readonly byUserId: string | null;
  readonly wasClosed?: boolean;
}

/** Changes that bring no deadline of a task forward: its actor keeps waiting. */
const QUIET: readonly CoachTaskEventType[] = ["pinned", "assigned"];

/** When the actors of tasks are due, by workflow id. */
export type ActorDues = ReadonlyMap<string, ActorDue>;

const isLoud = ({ type, wasClosed = false }: Pick<ChangedTask, "type" | "wasClosed">) =>
  !QUIET.includes(type) && !wasClosed;

/** Reads the deadlines of the actors of changed tasks, if they matter. One statement, or none. */
export async function loadDues(
  executor: QueryExecutor,
  changes: readonly ChangedTask[],
  now: Date,
): Promise<ActorDues> {
  const changed = changes.filter(
    (change) =>
      isLoud(change) && change.type !== "created" && nextTaskDeadline(change.task, now) !== null,
  );
  const workflowIds = changed.map(({ task }) => inboxTaskActor.idOf({ taskId: task.id }));
  return workflowIds.length === 0 ? new Map() : await listActorDues(executor, workflowIds);
}
