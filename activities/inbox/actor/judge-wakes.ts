import { inboxTaskActor } from "../../../contract/inbox/inbox-task-actor.ts";
import type { CoachTaskEventType } from "../../../contract/inbox/vocabulary.ts";
import type { QueryExecutor } from "../../../db/platform/pipeline/pipeline.ts";
import { listActorDues } from "../../../db/outbox/actor-rows.ts";
import { nextTaskDeadline, type WaitingTask } from "../../../rules/inbox/task-deadline.ts";

/**
 * Finds the changed tasks whose actors must wake. These are new or closed tasks, and tasks whose next deadline is
 * earlier than their actor expects, or that no actor waits for.
 *
 * @returns their ids.
 */
export function judgeWakes(
  changes: readonly ChangedTask[],
  dues: ActorDues,
  now: Date,
): ReadonlySet<string> {
  const woken = changes.filter((change) => {
    if (!isLoud(change)) return false;
    const { task, type } = change;
    const deadline = nextTaskDeadline(task, now);
    if (deadline === null || type === "created") return true;
    const due = dues.get(inboxTaskActor.idOf({ taskId: task.id }));
    return due === undefined || deadline.at < due;
  });
  return new Set(woken.map(({ task }) => task.id));
}

/** A task after a change. */
interface ChangedTask {
  readonly task: WaitingTask;
  readonly type: CoachTaskEventType;
  readonly wasClosed?: boolean;
}

/** Changes that bring no deadline of a task forward: its actor keeps waiting. */
const QUIET: readonly CoachTaskEventType[] = ["pinned", "assigned"];

/** The instants that the actors of tasks wait for, by workflow id. */
export type ActorDues = ReadonlyMap<string, Date>;

const isLoud = ({ type, wasClosed = false }: ChangedTask) => !QUIET.includes(type) && !wasClosed;

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
