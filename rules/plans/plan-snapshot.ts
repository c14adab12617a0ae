import type { Recurrence } from "../../contract/plans/schema.ts";
import type { Metric } from "../../contract/agenda/metric-schema.ts";
import type { PlanAssignmentStatus, PlanKind } from "../../contract/plans/vocabulary.ts";

/** One line of a meal or supplement plan. */
export interface PlanItemSnapshot {
  readonly id: string;
  readonly itemKey: string;
  readonly sortOrder: number;
  readonly label: string;
  readonly amount: string | null;
  readonly bulkEligible: boolean;
}

/** What a plan says at one revision. */
export interface PlanSnapshot {
  readonly id: string;
  readonly kind: PlanKind;
  readonly title: string;
  readonly instructions: string | null;
  readonly recurrence: Recurrence;
  /** `HH:mm:ss` on the clocks of the relationship's zone. */
  readonly dueTime: string | null;
  readonly metric: Metric | null;
  readonly revision: number;
  /** In their order. */
  readonly items: readonly PlanItemSnapshot[];
}

/** A plan given to a relationship, with what the plan says. */
export interface AssignedPlan {
  readonly assignmentId: string;
  readonly status: PlanAssignmentStatus;
  /** First and last calendar day, both included. */
  readonly startDate: string;
  readonly endDate: string | null;
  readonly plan: PlanSnapshot;
}
