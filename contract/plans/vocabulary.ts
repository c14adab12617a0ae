/**
 * Kind of a plan: its requirement on the days it falls on (docs/rooms/plans.md#kinds). A CUSTOM_REMINDER makes cards,
 * every other kind makes tasks.
 */
export const PLAN_KINDS = [
  "PROGRAM",
  "MEAL",
  "SUPPLEMENT",
  "HABIT",
  "CHECK_IN",
  "MEASUREMENT",
  "PHOTO",
  "REMINDER",
  "CUSTOM_REMINDER",
] as const;
export type PlanKind = (typeof PLAN_KINDS)[number];

/** Kinds whose tasks are always itemized. Habits and reminders are itemized if they have items. */
export const ITEMIZED_PLAN_KINDS = ["SUPPLEMENT", "MEAL"] as const satisfies readonly PlanKind[];

/** Kinds that wait for the questionnaire as nutrition; habits and programs do not. */
export const NUTRITION_PLAN_KINDS = ["MEAL", "SUPPLEMENT"] as const satisfies readonly PlanKind[];

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
