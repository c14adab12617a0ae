import { tables } from "../tables.ts";
import type { Tx } from "../transact.ts";

/**
 * Locks a plan for a change of it; nothing is read, what a waiting statement reads may be stale.
 *
 * @returns false when the workspace has no such plan.
 */
export async function lockPlan(
  tx: Tx,
  { workspaceId, planId }: { readonly workspaceId: string; readonly planId: string },
): Promise<boolean> {
  const locked = await tables(tx)
    .selectFrom("plan")
    .select("id")
    .where("id", "=", planId)
    .where("workspaceId", "=", workspaceId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return locked !== undefined;
}

/**
 * Holds a plan as it is while it is given to somebody: whoever publishes waits, others may hold it too.
 *
 * @returns false when the workspace has no such plan.
 */
export async function holdPlan(
  tx: Tx,
  { workspaceId, planId }: { readonly workspaceId: string; readonly planId: string },
): Promise<boolean> {
  const held = await tables(tx)
    .selectFrom("plan")
    .select("id")
    .where("id", "=", planId)
    .where("workspaceId", "=", workspaceId)
    .forShare()
    .executeTakeFirst();
  return held !== undefined;
}
