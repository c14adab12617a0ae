import { Refusal } from "../../contract/refusal.ts";
import { lockScope } from "../../db/platform/scopes/lock-scopes.ts";
import { findTaskScope, loadLockedTask, type LockedTask } from "../../db/onboarding/locked-task.ts";
import type { Tx } from "../../db/platform/transactions/transact.ts";

/**
 * Locks the relationship of a task and reads the task.
 *
 * @throws Refusal NOT_FOUND.
 */
export async function lockTask(tx: Tx, taskId: string): Promise<LockedTask> {
  const relationshipId = await findTaskScope(tx, taskId);
  if (relationshipId === null) throw new Refusal("NOT_FOUND");
  await lockScope(tx, relationshipId);
  return await loadLockedTask(tx, taskId);
}

/**
 * The same for the task's own client, if they may act on it now.
 *
 * @throws Refusal NOT_FOUND (also for another client's, and once the relationship has ended), RELATIONSHIP_INACTIVE
 * (paused), WORKSPACE_SUSPENDED.
 */
export async function lockOwnTask(
  tx: Tx,
  key: { readonly taskId: string; readonly clientUserId: string },
): Promise<LockedTask> {
  const locked = await lockTask(tx, key.taskId);
  const isOwn = locked.clientUserId === key.clientUserId;
  if (!isOwn || locked.relationshipStatus === "ENDED") throw new Refusal("NOT_FOUND");
  if (locked.relationshipStatus === "PAUSED") throw new Refusal("RELATIONSHIP_INACTIVE");
  if (locked.workspaceStatus === "SUSPENDED") throw new Refusal("WORKSPACE_SUSPENDED");
  return locked;
}
