import { Refusal } from "../../contract/refusal.ts";
import { isTaskIn, type TaskPlace } from "../../db/onboarding/coach/queries.ts";
import type { LockedTask } from "../../db/onboarding/locked-task.ts";
import type { Tx } from "../../db/platform/transactions/transact.ts";
import { judgeOverride } from "../../rules/onboarding/judge-override.ts";
import { lockTask } from "./lock-task.ts";

/**
 * Locks a task for an act of anyone but the client, so that no other write overlaps.
 *
 * @throws Refusal NOT_FOUND, RELATIONSHIP_INACTIVE (paused or ended), TASK_CLOSED (over, or submitted).
 */
export async function lockOpenTask(tx: Tx, place: TaskPlace): Promise<LockedTask> {
  if (!(await isTaskIn(tx, place))) throw new Refusal("NOT_FOUND");
  const locked = await lockTask(tx, place.taskId);
  const { relationshipStatus, status: taskStatus, formStatus } = locked;
  const refusal = judgeOverride({ relationshipStatus, taskStatus, formStatus });
  if (refusal !== null) throw new Refusal(refusal);
  return locked;
}
