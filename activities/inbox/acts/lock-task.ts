import { Refusal } from "../../../contract/refusal.ts";
import { stateConflict } from "../../../contract/state-conflict.ts";
import { CoachTask, ROW_LOCK } from "../../../db/inbox/coach-task.ts";
import { findClientState } from "../../../db/inbox/inbox-rows.ts";
import { executorOf } from "../../../db/platform/pipeline/pipeline.ts";
import { lockScope } from "../../../db/platform/scopes/lock-scopes.ts";
import { tables } from "../../../db/tables.ts";
import { clockNow, type Tx } from "../../../db/platform/transactions/transact.ts";
import type { Actor } from "./task-act.ts";
import type { LoadedTask } from "./loaded-task.ts";

/**
 * Locks the relationship of a task and reads the task again. If its snooze is over, the task is woken first, as if
 * its actor had done so (docs/rooms/inbox.md#acts).
 *
 * @throws Refusal NOT_FOUND, STATE_CONFLICT (another revision than was seen).
 */
export async function lockTask(tx: Tx, acting: TaskActing): Promise<LoadedTask> {
  const { workspaceId, taskId: id, expectedRevision } = acting;
  const known = await tables(tx)
    .selectFrom("coachTask")
    .where("id", "=", id)
    .where("workspaceId", "=", workspaceId)
    .select("relationshipId")
    .executeTakeFirst();
  if (known === undefined) throw new Refusal("NOT_FOUND");
  await lockScope(tx, known.relationshipId);
  const now = await clockNow(tx);
  const task = await tx.findOneOrFail(CoachTask, { id, workspaceId }, ROW_LOCK);
  const relationship = await findClientState(executorOf(tx), known.relationshipId);
  if (relationship === undefined) throw new Error("The task has no relationship");
  requireRevision(task, expectedRevision);
  return { task, relationship, now, actedAt: now };
}

/** @throws Refusal STATE_CONFLICT, if the task has another revision than was seen; null stands for any. */
export function requireRevision({ id, revision }: CoachTask, expected: number | null): void {
  if (expected !== null && expected !== revision)
    throw stateConflict("CHANGED_SINCE_READ", { conflictingId: id });
}

/** The coach who acts on a task, and the revision that they saw. */
export interface TaskActing extends Actor {
  readonly taskId: string;
  /** The revision that the coach saw; null if it does not matter. */
  readonly expectedRevision: number | null;
  readonly requestId: string;
}
