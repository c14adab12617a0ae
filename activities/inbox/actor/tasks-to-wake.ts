import { inboxTaskActor } from "../../../contract/inbox/inbox-task-actor.ts";
import type { CoachTaskEventType } from "../../../contract/inbox/vocabulary.ts";
import type { QueryExecutor } from "../../../db/pipeline.ts";
import { listActorDues } from "../../../db/outbox/actor-rows.ts";
import { nextTaskDeadline, type WaitingTask } from "../../../rules/inbox/task-deadline.ts";

/** A task as it is after a change. */
interface ChangedTask {
  readonly task: WaitingTask;
  readonly type: CoachTaskEventType;
  readonly wasClosed?: boolean;
}

/** What moves no instant of a task forward: its actor sleeps on. */
const QUIET: readonly CoachTaskEventType[] = ["pinned", "assigned"];

/** Until when actors of tasks wait, by workflow id. */
export type ActorDues = ReadonlyMap<string, Date>;

/**
 * Of which changed tasks the actor is to look: those that are new or closed, and those whose next instant is earlier
 * than what their actor waits for, or of whom none waits.
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

const isLoud = ({ type, wasClosed = false }: ChangedTask) => !QUIET.includes(type) && !wasClosed;

/** Reads until when the actors of changed tasks wait, as far as it matters. One statement, and none where it does not. */
export async function loadDues(
  executor: QueryExecutor,
  changes: readonly ChangedTask[],
  now: Date,
): Promise<ActorDues> {
  const asked = changes.filter(
    (change) =>
      isLoud(change) && change.type !== "created" && nextTaskDeadline(change.task, now) !== null,
  );
  const workflowIds = asked.map(({ task }) => inboxTaskActor.idOf({ taskId: task.id }));
  return workflowIds.length === 0 ? new Map() : await listActorDues(executor, workflowIds);
}
