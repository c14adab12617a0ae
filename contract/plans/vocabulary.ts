/** A draft was never published. An archived plan can no longer be assigned; existing assignments continue. */
export const PLAN_STATUSES = ["DRAFT", "PUBLISHED", "ARCHIVED"] as const;
export type PlanStatus = (typeof PLAN_STATUSES)[number];

export const PLAN_ASSIGNMENT_STATUSES = ["ACTIVE", "PAUSED", "ENDED", "SUPERSEDED"] as const;
export type PlanAssignmentStatus = (typeof PLAN_ASSIGNMENT_STATUSES)[number];

/** Statuses of assignments that make tasks, now or after a pause. */
export const OPEN_ASSIGNMENT_STATUSES = [
  "ACTIVE",
  "PAUSED",
] as const satisfies readonly PlanAssignmentStatus[];

/** Days of the week in the notation of RFC 5545, in ISO order: the first is day 1 of ISO 8601. */
export const WEEKDAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"] as const;

/** Origin of a reminder; a follow-up of a message has COMMUNICATION. */
export const REMINDER_SOURCES = ["COACH", "COMMUNICATION"] as const;

/** Most items of one plan. */
export const MAX_PLAN_ITEMS = 50;

export const PLAN_LIMITS = {
  /** Without archived plans. */
  plansPerWorkspace: 1_000,
  /** Open assignments of one relationship, including paused ones. */
  openAssignments: 100,
  /** Highest coach priority; 0 is the lowest. */
  priority: 100,
  programWeeks: 52,
  /** Bytes of a plan's content as JSON. */
  contentBytes: 256 * 1024,
  exdates: 366,
  /** A rule must have an occurrence within this many years, and is expanded no further. */
  recurrenceYears: 5,
  /** Maximum COUNT of a rule: five years of daily occurrences. */
  recurrenceCount: 1_826,
} as const;
