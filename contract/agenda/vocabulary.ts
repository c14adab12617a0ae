/** What a dated task asks for (docs/rules.md#agenda-tasks). */
export const TASK_KINDS = [
  "WORKOUT",
  "MEAL",
  "CHECK_IN",
  "MEASUREMENT",
  "PHOTO",
  "SUPPLEMENT",
  "HABIT",
  "REMINDER",
] as const;
export type TaskKind = (typeof TASK_KINDS)[number];

export const TASK_STATUSES = [
  "PENDING",
  "IN_PROGRESS",
  "COMPLETED",
  "SKIPPED",
  "MISSED",
  "CANCELED",
  "SUPERSEDED",
] as const;
export type TaskStatus = (typeof TASK_STATUSES)[number];

/** The client can still act on the task. */
export const OPEN_TASK_STATUSES = [
  "PENDING",
  "IN_PROGRESS",
] as const satisfies readonly TaskStatus[];

/** The source took the task back: it counts for nothing, its row is kept. */
export const WITHDRAWN_TASK_STATUSES = [
  "CANCELED",
  "SUPERSEDED",
] as const satisfies readonly TaskStatus[];

/** A time-critical task that is open is urgent from so long before it is due (docs/rules.md#agenda-order). */
export const URGENT_WITHIN_MINUTES = 60;

export const AGENDA_ITEM_STATUSES = ["PENDING", "COMPLETED", "SKIPPED"] as const;
export type AgendaItemStatus = (typeof AGENDA_ITEM_STATUSES)[number];

/** Who made the newest revision of a task. */
export const TASK_ACTOR_KINDS = ["CLIENT", "COACH", "SYSTEM"] as const;
export type TaskPrincipalKind = (typeof TASK_ACTOR_KINDS)[number];

/**
 * Context that owns what a task is about; habits belong to daily execution itself, check-ins to forms,
 * workouts to programs, measurements and photos to progress
 * (docs/rules.md#quick-log-allowed-actions).
 */
export const TASK_SOURCE_CONTEXTS = [
  "NUTRITION",
  "DAILY_EXECUTION",
  "FORMS",
  "PROGRAMS",
  "PROGRESS",
  "COMMUNICATION",
] as const;
export type TaskSourceContext = (typeof TASK_SOURCE_CONTEXTS)[number];

/** Record of the source context that a task came from. */
export const TASK_SOURCE_TYPES = ["PLAN_ASSIGNMENT", "FORM_ASSIGNMENT"] as const;
export type TaskSourceType = (typeof TASK_SOURCE_TYPES)[number];

/**
 * Source of what is withheld from a day (docs/rules.md#agenda-withheld-occurrences); `DAY` stands for a day that could
 * not be opened at all.
 */
export const WITHHELD_SOURCE_TYPES = [...TASK_SOURCE_TYPES, "DAY"] as const;
export type WithheldSourceType = (typeof WITHHELD_SOURCE_TYPES)[number];

/** What is withheld: an occurrence from its day, or a day as a whole. */
export const WITHHELD_KINDS = ["OCCURRENCE", "DAY"] as const;
export type WithheldKind = (typeof WITHHELD_KINDS)[number];

/**
 * How an occurrence fails by itself:
 * - `VALUE`: the database cannot hold or read one of its values (SQLSTATE class 22).
 * - `CONSTRAINT`: it breaks a constraint (SQLSTATE class 23).
 * - `RULE`: a rule threw an error.
 */
export const FAULT_KINDS = ["VALUE", "CONSTRAINT", "RULE"] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

/** Seconds after which an operation on a withheld task is sent again, unless its day closes sooner. */
export const WITHHELD_RETRY_SECONDS = 900;

/** Days that a withheld occurrence is kept for: as long as an operation on it may come. */
export const WITHHELD_DAYS = 400;

/** Local dates up to the present one of which a coach is warned at the plan. */
export const WITHHELD_WARNING_DATES = 28;

/** Kinds of itemized children. */
export const TASK_ITEM_KINDS = [
  "MEAL_ITEM",
  "SUPPLEMENT_ITEM",
  "HABIT_ITEM",
  "REMINDER_ITEM",
] as const;
export type TaskItemKind = (typeof TASK_ITEM_KINDS)[number];

/** Characters of the line that a coach may write beside a focus pin. */
export const FOCUS_NOTE_LENGTH = 140;

/** A day that is opened so many hours after it began was offered to nobody. */
export const OFFERED_WITHIN_HOURS = 6;

/**
 * Missed days that are opened in one transaction, of all its relationships and of one; what is left comes after it. Of
 * one fewer than planned dates are kept, so that each is opened with what ran on it.
 */
export const DAYS_AT_ONCE = { all: 100, ofOne: 31 } as const;

/**
 * Why a status event stands in the history of a task, where the act itself is the reason.
 * - `SOURCE_PAUSED`: its source was paused, and took it back.
 * - `SOURCE_SUPERSEDED`: another plan took the place of its source.
 * - `SOURCE_RESUMED`: the source that had taken it back asks for it again.
 * - `SOURCE_CHANGED`: its source has a newer revision.
 * - `DAY_CLOSED`: its day was closed.
 * - `RELATIONSHIP_ENDED`: it was open when its day closed with the end of the relationship.
 * - `LATE_EVIDENCE`: what was recorded before its day closed came afterwards.
 * - `LATE_UNDO`: an operation was undone after its day had closed.
 * - `FORM_SUBMITTED`: the form that it asks for was submitted.
 * - `ASKED_LATER`: its form was not due yet, and the next day asks for it in its place.
 */
export const TASK_EVENT_REASONS = [
  "MATERIALIZED",
  "ASSIGNMENT_ENDED",
  "SOURCE_PAUSED",
  "SOURCE_SUPERSEDED",
  "SOURCE_RESUMED",
  "SOURCE_CHANGED",
  "DAY_CLOSED",
  "RELATIONSHIP_ENDED",
  "LATE_EVIDENCE",
  "LATE_UNDO",
  "FORM_SUBMITTED",
  "ASKED_LATER",
] as const;
export type TaskEventReason = (typeof TASK_EVENT_REASONS)[number];

/** A day never closes sooner after its own end than this (docs/rules.md#agenda-closing). */
export const CLOSE_AFTER_HOURS = 22;

/** What is left at least of a day's time to close when its relationship goes on after a pause. */
export const CLOSE_AFTER_RESUME_HOURS = 24;

/** How long known unsent work may hold a day back at most. */
export const HOLD_HOURS = 48;

/** How long after a look at a day that is held back the next one comes. */
export const HELD_LOOK_MINUTES = 15;

/**
 * Why a day that could close is held back (docs/rules.md#agenda-closing).
 * - `UNSENT_WORK`: a device of the client has operations that were not sent at its last sync.
 * - `DEFERRED_WORK`: an operation for the relationship was deferred, or stands in quarantine.
 * - `OUTAGE`: we ourselves were away, and nobody is blamed for that.
 */
export const HOLD_REASONS = ["UNSENT_WORK", "DEFERRED_WORK", "OUTAGE"] as const;
export type HoldReason = (typeof HOLD_REASONS)[number];

/**
 * What today's answer warns of:
 * - `SOURCE_CHANGED`: the plan has a newer revision than the task's snapshot.
 * - `SOURCE_ENDED`: the assignment ended, or another took its place, after the client had begun.
 * - `SOURCE_PAUSED`: the assignment was paused after the client had begun.
 * - `TIMEZONE_DIFFERS`: the device is in another zone than the relationship, whose day counts.
 */
export const AGENDA_WARNING_CODES = [
  "SOURCE_CHANGED",
  "SOURCE_ENDED",
  "SOURCE_PAUSED",
  "TIMEZONE_DIFFERS",
] as const;

/** What a tap on a daily task means (docs/rules.md#quick-log-records). */
export const QUICK_LOG_ACTION_KINDS = [
  "COMPLETE_TASK",
  "COMPLETE_ITEM",
  "COMPLETE_ALL_ITEMS",
  "RECORD_VALUE",
  "SKIP",
  "UNDO",
  "OPEN_STRUCTURED_LOG",
  "SNOOZE",
] as const;
export type QuickLogActionKind = (typeof QUICK_LOG_ACTION_KINDS)[number];

/** What a completion covers. */
export const COMPLETION_SCOPES = ["TASK", "ITEM", "GROUP", "OWNING_FEATURE"] as const;
export type CompletionScope = (typeof COMPLETION_SCOPES)[number];

/** How an item came to be completed. */
export const COMPLETION_SOURCES = ["EXPLICIT_TAP", "BULK_ACTION"] as const;
export type CompletionSource = (typeof COMPLETION_SOURCES)[number];

/**
 * What completing a task has to bring beside the tap (docs/rules.md#quick-log-allowed-actions).
 * - `NOTHING`: one tap is all.
 * - `ITEMS`: its items, each ticked by itself or all that may be at once.
 * - `VALUE`: the value that the action asks for.
 * - `MEASUREMENTS`: those that its own screen asks for; a single one may be recorded as a value, too.
 * - `WORKOUT_LOG`, `FORM_SUBMISSION`, `PHOTOS`: what its own screen makes, by the snapshot.
 */
export const REQUIRED_PAYLOADS = [
  "NOTHING",
  "ITEMS",
  "VALUE",
  "MEASUREMENTS",
  "WORKOUT_LOG",
  "FORM_SUBMISSION",
  "PHOTOS",
] as const;
export type RequiredPayload = (typeof REQUIRED_PAYLOADS)[number];

/** Decimals that a recorded number has at most, and that a metric has which says nothing of them. */
export const MOST_DECIMALS = 3;

/** Characters of a text that is recorded as a value. */
export const MOST_VALUE_TEXT = 500;

/** Stores of a phone that values are imported from. */
export const IMPORT_SOURCE_TYPES = ["APPLE_HEALTH", "HEALTH_CONNECT"] as const;
export type ImportSourceType = (typeof IMPORT_SOURCE_TYPES)[number];

/** Kinds of input an action may ask for. */
export const INPUT_TYPES = ["number", "text", "choice", "boolean"] as const;

/** Minutes that a task may be put off at once, of which its plan offers some or all. */
export const SNOOZE_MINUTES = [10, 30, 60] as const;

/** Times that a task may be put off at most, whatever its plan says. */
export const MOST_SNOOZES = 3;

/** Version of the action schema that tasks are stored with; older ones are cast up where they are read. */
export const ACTION_SCHEMA_VERSION = 2;

/** Inputs that one item asks for at most, and characters of their keys. */
export const INPUT_LIMITS = { inputs: 10, keyLength: 64 } as const;

/** Whether the values of a day add up (water) or the latest stands (steps). */
export const METRIC_MODES = ["ACCUMULATE", "REPLACE"] as const;
export type MetricMode = (typeof METRIC_MODES)[number];

/** How the adherence of some days is judged by the limits of the workspace (docs/rules.md#agenda-adherence). */
export const ADHERENCE_BUCKETS = ["ON_TRACK", "ATTENTION", "OFF_TRACK", "TOO_FEW"] as const;
export type AdherenceBucket = (typeof ADHERENCE_BUCKETS)[number];

/** Dates that adherence is told over, up to the newest closed day. */
export const ADHERENCE_DATES = { SHORT: 7, LONG: 28 } as const;

/** Days in which a coach is told once that a client fell off track. */
export const TREND_PAUSE_DAYS = 7;

/** Bounds of a request to open days (docs/rules.md#agenda-materialising-on-request). */
export const MATERIALISE_LIMITS = {
  relationships: 10_000,
  sources: 1_000,
  windowDays: 31,
  reasonLength: 200,
  bodyBytes: 512 * 1024,
} as const;

/** Why a relationship was passed over when its days were to be opened; nothing of it is changed. */
export const MATERIALISE_SKIPS = [
  "UNKNOWN",
  "ENDED",
  "PAUSED",
  /** Its workspace, or its client, is suspended or closed. */
  "SUSPENDED",
  /** It has nothing of the sources that were named. */
  "NO_SUCH_SOURCE",
  /** Its present local day is not one of those that were asked for. */
  "OUTSIDE_WINDOW",
  /** Its days cannot be opened, by a fault of ours; the look tries again. */
  "NOT_OPENED",
] as const;
export type MaterialiseSkip = (typeof MATERIALISE_SKIPS)[number];

/** Most days that a client reads at once (docs/rules.md#agenda-range). */
export const RANGE_DAYS = 31;

/** Most characters of the checksums that a client sends for a range. */
export const RANGE_CHECKSUMS_LENGTH = 4_096;

/** Most days that a coach's summary spans (docs/rules.md#agenda-coach-summary). */
export const SUMMARY_DAYS = 31;

/**
 * Where a change of a task's status came from:
 * - `OPERATION`: an operation of the client's device.
 * - `FORM`: a form that the client submitted.
 * - `CLOSING`: its day closed, or the relationship ended.
 * - `SOURCE`: its plan or form: made, renewed, taken back, brought back, replaced.
 */
export const TASK_EVENT_SOURCES = ["OPERATION", "FORM", "CLOSING", "SOURCE"] as const;
export type TaskEventSource = (typeof TASK_EVENT_SOURCES)[number];

/** Why a task is what it is where its status alone does not say (docs/rules.md#agenda-coach-summary). */
export const TASK_EXPLANATION_CODES = [
  "MISSED_UNTOUCHED",
  "MISSED_IN_PART",
  "MISSED_UNFINISHED",
  "MISSED_NOT_OFFERED",
  "MISSED_TAKEN_BACK",
  "SUPERSEDED",
  "CANCELED_BY_SOURCE",
  "CANCELED_BY_PAUSE",
  "CANCELED_BY_END",
  "ASKED_LATER",
  "CAME_LATE",
] as const;
export type TaskExplanationCode = (typeof TASK_EXPLANATION_CODES)[number];

/** The sentence of each, as a coach reads it. */
export const TASK_EXPLANATIONS: Readonly<Record<TaskExplanationCode, string>> = {
  MISSED_UNTOUCHED: "Nothing was logged for it before its day closed.",
  MISSED_IN_PART: "Only a part of it was done when its day closed.",
  MISSED_UNFINISHED: "It was begun and not finished when its day closed.",
  MISSED_NOT_OFFERED: "Its day was opened too late for the client to be asked; it does not count.",
  MISSED_TAKEN_BACK: "What had been logged for it was taken back after its day had closed.",
  SUPERSEDED: "Something else was planned in its place.",
  CANCELED_BY_SOURCE: "What it came from was taken back.",
  CANCELED_BY_PAUSE: "Its plan was paused.",
  CANCELED_BY_END: "The relationship ended while it was open.",
  ASKED_LATER: "Its form was not due yet and was asked for again on the next day.",
  CAME_LATE: "It was recorded before its day closed and came afterwards.",
};

/** Most clients of a page of a workspace's overview, and as many unless fewer are asked for. */
export const OVERVIEW_CLIENTS = 500;

/** Whether the client may skip a program's day or exercise, and whether a reason is asked for. */
export const SKIP_POLICIES = ["ALLOWED", "WITH_REASON", "NOT_ALLOWED"] as const;

/** What a set of an exercise is told in. */
export const SET_MODALITIES = ["WEIGHT_REPS", "REPS", "SECONDS", "METRES_SECONDS"] as const;
export type SetModality = (typeof SET_MODALITIES)[number];

/** Units that a load is told in, as it was typed. */
export const LOAD_UNITS = ["kg", "lb"] as const;
export type LoadUnit = (typeof LOAD_UNITS)[number];

/** How a set came to be ticked: with all others at once only after the client confirmed it. */
export const SET_SOURCES = ["EXPLICIT_TAP", "BULK_ACTION"] as const;

/** Bounds of what is trained on one day. */
export const PROGRAM_DAY_LIMITS = {
  exercisesPerDay: 40,
  setsPerExercise: 30,
  alternativesPerExercise: 10,
} as const;
