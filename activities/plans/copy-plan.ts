import { getPlan, type PublishedPlan } from "../../db/plans/queries.ts";
import type { Tx } from "../../db/platform/transactions/transact.ts";
import type { PlanKey } from "./archive-plan.ts";
import { addPlan } from "./create-plan.ts";

/**
 * Creates a draft with the content of a plan's draft, or of its newest revision if it has no draft. Items keep their
 * keys, so that progress on an item continues when the copy replaces the plan. An archived plan may be copied. The
 * caller holds the workspace's lock.
 *
 * @throws Refusal NOT_FOUND, PLAN_LIMIT_REACHED when the workspace already has the maximum number of plans.
 */
export async function copyPlan(tx: Tx, copy: PlanCopy): Promise<PublishedPlan> {
  const { plan, content } = await getPlan(tx, copy);
  const copied = plan.draft ?? content;
  if (copied === null) throw new Error("The plan has no content");
  return await addPlan(tx, {
    workspaceId: copy.workspaceId,
    createdByUserId: copy.copiedByUserId,
    content: copied,
    publish: false,
    keepsItemKeys: true,
  });
}

/** A plan to copy, and by whom. */
export interface PlanCopy extends PlanKey {
  readonly copiedByUserId: string;
}
