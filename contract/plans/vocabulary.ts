/** What a plan asks of the client every day it falls on; also the kind of the tasks it makes. */
export const PLAN_KINDS = ["HABIT", "SUPPLEMENT", "MEAL"] as const;
export type PlanKind = (typeof PLAN_KINDS)[number];

/** Kinds whose tasks are ticked item by item. */
export const ITEMIZED_PLAN_KINDS = ["SUPPLEMENT", "MEAL"] as const satisfies readonly PlanKind[];

/** An archived plan is assigned no more; assignments made before go on. */
export const PLAN_STATUSES = ["ACTIVE", "ARCHIVED"] as const;
export type PlanStatus = (typeof PLAN_STATUSES)[number];

export const PLAN_ASSIGNMENT_STATUSES = ["ACTIVE", "ENDED"] as const;
export type PlanAssignmentStatus = (typeof PLAN_ASSIGNMENT_STATUSES)[number];

/** How a plan comes round again. */
export const RECURRENCE_KINDS = ["DAILY", "WEEKDAYS"] as const;

/** Days of the week in ISO order: the first is 1 of ISO 8601. */
export const WEEKDAYS = ["MON", "TUE", "WED", "THU", "FRI", "SAT", "SUN"] as const;

/** Most items of one plan. */
export const MAX_PLAN_ITEMS = 50;

export const PLAN_LIMITS = {
  /** Archived ones do not count. */
  plansPerWorkspace: 1_000,
} as const;
