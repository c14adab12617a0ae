import type { CreatePlan } from "../../contract/plans/schema.ts";
import { PLAN_LIMITS } from "../../contract/plans/vocabulary.ts";
import { Refusal } from "../../contract/refusal.ts";
import { newId } from "../../db/new-id.ts";
import { PlanItem } from "../../db/plans/plan-item.ts";
import { Plan } from "../../db/plans/plan.ts";
import { countOpenPlans, type PlanWithItems } from "../../db/plans/queries.ts";
import { clockNow, type Tx } from "../../db/transact.ts";

/** A plan to be made, and where. */
export interface NewPlan {
  readonly workspaceId: string;
  readonly createdByUserId: string;
  readonly content: CreatePlan;
}

/**
 * Makes a plan of the workspace, at its first revision; nobody has it yet. The caller holds the workspace, so that
 * the limit holds.
 *
 * @throws Refusal PLAN_LIMIT_REACHED when the workspace has as many plans as it may.
 */
export async function createPlan(tx: Tx, input: NewPlan): Promise<PlanWithItems> {
  if ((await countOpenPlans(tx, input.workspaceId)) >= PLAN_LIMITS.plansPerWorkspace)
    throw new Refusal("PLAN_LIMIT_REACHED");
  const now = await clockNow(tx);
  const { content } = input;
  const plan = tx.create(Plan, {
    id: newId(),
    workspaceId: input.workspaceId,
    kind: content.kind,
    title: content.title,
    instructions: content.instructions,
    recurrence: content.recurrence,
    dueTime: content.dueTime === null ? null : `${content.dueTime}:00`,
    metric: "metric" in content ? content.metric : null,
    status: "ACTIVE",
    revision: 1,
    createdByUserId: input.createdByUserId,
    createdAt: now,
    updatedAt: now,
  });
  const items = itemsOf(content).map((item, index) => {
    const id = newId();
    const place = { id, planId: plan.id, itemKey: id, sortOrder: index + 1 };
    return tx.create(PlanItem, { ...place, ...item });
  });
  await tx.flush();
  return { plan, items };
}

function itemsOf(content: CreatePlan) {
  return "items" in content ? content.items : [];
}
