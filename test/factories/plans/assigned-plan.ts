import type { PlanContent } from "../../../contract/plans/content-schema.ts";
import type { AssignedPlan } from "../../../rules/plans/assigned-plan.ts";

type ItemizedContent = Extract<PlanContent, { kind: "MEAL" | "SUPPLEMENT" }>;
type HabitContent = Extract<PlanContent, { kind: "HABIT" }>;

const item = (index: number, bulkEligible: boolean) => ({
  itemKey: `item-${index}`,
  label: `Item ${index}`,
  amount: index === 1 ? "150 g" : null,
  bulkEligible,
});

const shared = {
  instructions: null,
  priority: 0,
  startTime: null,
  timeCritical: false,
  recurrence: { rrule: "FREQ=DAILY", exdates: [] },
};

/** A daily meal of two items due at 12:30, in memory. */
export function mealContent(change: Partial<ItemizedContent> = {}): ItemizedContent {
  const items = [item(1, true), item(2, false)];
  return { kind: "MEAL", title: "Lunch", dueTime: "12:30", ...shared, items, ...change };
}

/** A daily habit, in memory. */
export function habitContent(change: Partial<HabitContent> = {}): HabitContent {
  return { kind: "HABIT", title: "Stretch", dueTime: null, ...shared, metric: null, ...change };
}

/** An assignment of that meal, in memory. */
export function anAssignedPlan(change: Partial<AssignedPlan> = {}): AssignedPlan {
  return {
    assignmentId: "assignment",
    planId: "plan",
    revision: 3,
    content: mealContent(),
    ...change,
  };
}
