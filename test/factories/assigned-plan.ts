import type { AssignedPlan, PlanSnapshot } from "../../rules/plans/plan-snapshot.ts";

const item = (index: number, bulkEligible: boolean) => ({
  id: `item-${index}`,
  itemKey: `item-${index}`,
  sortOrder: index,
  label: `Item ${index}`,
  amount: index === 1 ? "150 g" : null,
  bulkEligible,
});

/** A daily meal of two items due at 12:30, in memory. */
export function aPlanSnapshot(change: Partial<PlanSnapshot> = {}): PlanSnapshot {
  return {
    id: "plan",
    kind: "MEAL",
    title: "Lunch",
    instructions: null,
    recurrence: { kind: "DAILY" },
    dueTime: "12:30:00",
    metric: null,
    revision: 3,
    items: [item(1, true), item(2, false)],
    ...change,
  };
}

/** An assignment of that plan without an end, in memory. */
export function anAssignedPlan(change: Partial<AssignedPlan> = {}): AssignedPlan {
  return {
    assignmentId: "assignment",
    status: "ACTIVE",
    startDate: "2026-01-01",
    endDate: null,
    plan: aPlanSnapshot(),
    ...change,
  };
}
