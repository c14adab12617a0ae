import { inboxTaskActor } from "../../../contract/inbox/inbox-task-actor.ts";
import type { CoachTaskEventType } from "../../../contract/inbox/vocabulary.ts";
import { listActorDues } from "../../../db/outbox/actor-rows.ts";
import type { Tx } from "../../../db/transact.ts";
import { nextTaskDeadline, type WaitingTask } from "../../../rules/inbox/task-deadline.ts";

/** A task as it is after a change. */
interface ChangedTask {
  readonly task: WaitingTask;
  readonly type: CoachTaskEventType;
  readonly wasClosed?: boolean;
}

/** What moves no instant of a task forward: its actor sleeps on. */
const QUIET: readonly CoachTaskEventType[] = ["pinned", "assigned"];

/**
 * Of which changed tasks the actor is to look: those that are new or closed, and those whose next instant is earlier
 * than what their actor waits for, or of whom none waits. One statement, and none where nobody could sleep on.
 *
 * @returns their ids.
 */
export async function tasksToWake(
  tx: Tx,
  changes: readonly ChangedTask[],
  now: Date,
): Promise<ReadonlySet<string>> {
  const loud = changes.filter(({ type, wasClosed = false }) => !QUIET.includes(type) && !wasClosed);
  const [certain, asked] = [new Set<string>(), new Map<string, Date>()];
  for (const { task, type } of loud) {
    const deadline = nextTaskDeadline(task, now);
    if (deadline === null || type === "created") certain.add(task.id);
    else asked.set(task.id, deadline.at);
  }
  const workflowIds = [...asked.keys()].map((taskId) => inboxTaskActor.idOf({ taskId }));
  if (workflowIds.length === 0) return certain;
  const dues = await listActorDues(tx, workflowIds);
  for (const [taskId, at] of asked) {
    const due = dues.get(inboxTaskActor.idOf({ taskId }));
    if (due === undefined || at < due) certain.add(taskId);
  }
  return certain;
}
