import { Plan } from "../../db/plans/plan.ts";
import { getPlan } from "../../db/plans/queries.ts";
import type { PublishedPlan } from "../../db/plans/queries.ts";
import { clockNow, type Tx } from "../../db/transact.ts";

/** A plan of a workspace. */
export interface PlanKey {
  readonly workspaceId: string;
  readonly planId: string;
}

/**
 * Takes a plan out of use: it is assigned no more, what was assigned before goes on. Archived again, it
 * stays as it is.
 *
 * @throws Refusal NOT_FOUND.
 */
export async function archivePlan(tx: Tx, key: PlanKey): Promise<PublishedPlan> {
  const now = await clockNow(tx);
  await tx.nativeUpdate(
    Plan,
    { id: key.planId, workspaceId: key.workspaceId, status: { $ne: "ARCHIVED" } },
    { status: "ARCHIVED", updatedAt: now },
  );
  return await getPlan(tx, key);
}
