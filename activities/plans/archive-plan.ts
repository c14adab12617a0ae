import { Plan } from "../../db/plans/plan.ts";
import { getPlan } from "../../db/plans/queries.ts";
import type { PublishedPlan } from "../../db/plans/queries.ts";
import { clockNow, type Tx } from "../../db/platform/transactions/transact.ts";

/**
 * Archives a plan: it can no longer be assigned; existing assignments continue. Idempotent.
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

/** A plan of a workspace. */
export interface PlanKey {
  readonly workspaceId: string;
  readonly planId: string;
}
