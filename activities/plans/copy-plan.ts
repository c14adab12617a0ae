import { getPlan, type PublishedPlan } from "../../db/plans/queries.ts";
import type { Tx } from "../../db/transact.ts";
import type { PlanKey } from "./archive-plan.ts";
import { addPlan } from "./create-plan.ts";

/** A plan to be copied, and by whom. */
export interface PlanCopy extends PlanKey {
  readonly copiedByUserId: string;
}

/**
 * Makes a draft of its own that says what the draft of a plan says, or its newest revision where there is none; its
 * items keep their keys, so that what was done on one goes on where the copy takes the place of the plan. An archived
 * plan may be copied. The caller holds the workspace.
 *
 * @throws Refusal NOT_FOUND, PLAN_LIMIT_REACHED when the workspace has as many plans as it may.
 */
export async function copyPlan(tx: Tx, copy: PlanCopy): Promise<PublishedPlan> {
  const { plan, content } = await getPlan(tx, copy);
  const said = plan.draft ?? content;
  if (said === null) throw new Error("A plan that says nothing");
  return await addPlan(tx, {
    workspaceId: copy.workspaceId,
    createdByUserId: copy.copiedByUserId,
    content: said,
    publish: false,
    keepsItemKeys: true,
  });
}
