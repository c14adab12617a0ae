import type { PlanAnswer, PlanAssignmentAnswer } from "../../contract/plans/schema.ts";
import type { PlanAssignment } from "../../db/plans/plan-assignment.ts";
import type { PlanItem } from "../../db/plans/plan-item.ts";
import type { Plan } from "../../db/plans/plan.ts";
import type { PlanWithItems } from "../../db/plans/queries.ts";

/** A plan with its items in wire form. */
export function presentPlan({ plan, items }: PlanWithItems): PlanAnswer {
  return {
    planId: plan.id,
    workspaceId: plan.workspaceId,
    kind: plan.kind,
    title: plan.title,
    instructions: plan.instructions,
    recurrence: plan.recurrence,
    dueTime: plan.dueTime === null ? null : plan.dueTime.slice(0, "HH:mm".length),
    metric: plan.metric,
    items: items.map(presentItem),
    status: plan.status,
    revision: plan.revision,
    createdByUserId: plan.createdByUserId,
    createdAt: plan.createdAt.toISOString(),
    updatedAt: plan.updatedAt.toISOString(),
  };
}

/** Plans of a list, each with those of the items that are its own. */
export function presentPlans(plans: readonly Plan[], items: readonly PlanItem[]): PlanAnswer[] {
  const byPlan = Map.groupBy(items, ({ planId }) => planId);
  return plans.map((plan) => presentPlan({ plan, items: byPlan.get(plan.id) ?? [] }));
}

/** An assignment in wire form. */
export function presentAssignment(assignment: PlanAssignment): PlanAssignmentAnswer {
  return {
    assignmentId: assignment.id,
    planId: assignment.planId,
    planRevision: assignment.planRevision,
    workspaceId: assignment.workspaceId,
    relationshipId: assignment.relationshipId,
    startDate: assignment.startDate,
    endDate: assignment.endDate,
    status: assignment.status,
    assignedByUserId: assignment.assignedByUserId,
    createdAt: assignment.createdAt.toISOString(),
    updatedAt: assignment.updatedAt.toISOString(),
  };
}

function presentItem(item: PlanItem): PlanAnswer["items"][number] {
  return {
    itemId: item.id,
    itemKey: item.itemKey,
    sortOrder: item.sortOrder,
    label: item.label,
    amount: item.amount,
    bulkEligible: item.bulkEligible,
  };
}
