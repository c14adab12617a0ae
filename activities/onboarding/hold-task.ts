import { Refusal } from "../../contract/refusal.ts";
import { lockScope } from "../../db/lock-scopes.ts";
import { findTaskScope, loadHeldTask, type HeldTask } from "../../db/onboarding/held-task.ts";
import type { Tx } from "../../db/transact.ts";

/** Holds the relationship of a task and reads the task under its lock. @throws Refusal NOT_FOUND. */
export async function holdTask(tx: Tx, taskId: string): Promise<HeldTask> {
  const relationshipId = await findTaskScope(tx, taskId);
  if (relationshipId === null) throw new Refusal("NOT_FOUND");
  await lockScope(tx, relationshipId);
  return await loadHeldTask(tx, taskId);
}

/**
 * The same for the client whose task it is, who may act on it now.
 *
 * @throws Refusal NOT_FOUND (also for somebody else's, and once the relationship has ended),
 *   RELATIONSHIP_INACTIVE (paused), WORKSPACE_SUSPENDED.
 */
export async function holdOwnTask(
  tx: Tx,
  key: { readonly taskId: string; readonly clientUserId: string },
): Promise<HeldTask> {
  const held = await holdTask(tx, key.taskId);
  const isOwn = held.clientUserId === key.clientUserId;
  if (!isOwn || held.relationshipStatus === "ENDED") throw new Refusal("NOT_FOUND");
  if (held.relationshipStatus === "PAUSED") throw new Refusal("RELATIONSHIP_INACTIVE");
  if (held.workspaceStatus === "SUSPENDED") throw new Refusal("WORKSPACE_SUSPENDED");
  return held;
}
