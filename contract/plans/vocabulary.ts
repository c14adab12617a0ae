/**
 * What a plan asks of the client on the days it falls on (docs/rules.md#plans-kinds). A CUSTOM_REMINDER makes cards,
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

/** Kinds whose tasks are always ticked item by item; habits and reminders are where they have items. */
export const ITEMIZED_PLAN_KINDS = ["SUPPLEMENT", "MEAL"] as const satisfies readonly PlanKind[];

/** Kinds that wait for the questionnaire as nutrition; a habit is neither that nor a program. */
export const NUTRITION_PLAN_KINDS = ["MEAL", "SUPPLEMENT"] as const satisfies readonly PlanKind[];

/** A draft was never published; an archived plan is assigned no more, assignments made before go on. */
export const PLAN_STATUSES = ["DRAFT", "PUBLISHED", "ARCHIVED"] as const;
export type PlanStatus = (typeof PLAN_STATUSES)[number];

export const PLAN_ASSIGNMENT_STATUSES = ["ACTIVE", "PAUSED", "ENDED", "SUPERSEDED"] as const;
export type PlanAssignmentStatus = (typeof PLAN_ASSIGNMENT_STATUSES)[number];

/** Assignments that ask for something, now or once they go on. */
export const OPEN_ASSIGNMENT_STATUSES = [
  "ACTIVE",
  "PAUSED",
] as const satisfies readonly PlanAssignmentStatus[];

/** Days of the week as RFC 5545 writes them, in ISO order: the first is 1 of ISO 8601. */
export const WEEKDAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"] as const;

/** Who asks for what a reminder reminds of; a follow-up of a message is one of COMMUNICATION. */
export const REMINDER_SOURCES = ["COACH", "COMMUNICATION"] as const;

/** Most items of one plan. */
export const MAX_PLAN_ITEMS = 50;

export const PLAN_LIMITS = {
  /** Archived ones do not count. */
  plansPerWorkspace: 1_000,
  /** Of one relationship, running or paused. */
  openAssignments: 100,
  /** Highest coach priority; 0 is the lowest. */
  priority: 100,
  programWeeks: 52,
  /** Bytes of a plan's content as JSON. */
  contentBytes: 256 * 1024,
  exdates: 366,
  /** A rule has to fall on a date within so many years, and comes to an end after as many. */
  recurrenceYears: 5,
  /** Most dates that a COUNT may ask for: five years, day by day. */
  recurrenceCount: 1_826,
} as const;
