import { tables } from "../tables.ts";
import type { Tx } from "../platform/transactions/transact.ts";

/**
 * Locks a plan for a change; it reads nothing, because a waiting statement may read stale rows.
 *
 * @returns false if the workspace has no such plan.
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
 * Locks a plan while it is assigned: publishing waits, other assignments do not.
 *
 * @returns false if the workspace has no such plan.
 */
export async function lockPlanForShare(
  tx: Tx,
  { workspaceId, planId }: { readonly workspaceId: string; readonly planId: string },
): Promise<boolean> {
  const locked = await tables(tx)
    .selectFrom("plan")
    .select("id")
    .where("id", "=", planId)
    .where("workspaceId", "=", workspaceId)
    .forShare()
    .executeTakeFirst();
  return locked !== undefined;
}
