/** Kinds of dated tasks (docs/rooms/agenda.md#tasks). */
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

/** The source withdrew the task: it no longer counts, but its row is kept. */
export const WITHDRAWN_TASK_STATUSES = [
  "CANCELED",
  "SUPERSEDED",
] as const satisfies readonly TaskStatus[];

/** Minutes before its due time from which an open, time-critical task is urgent (docs/rooms/agenda.md#order). */
export const URGENT_WITHIN_MINUTES = 60;

export const AGENDA_ITEM_STATUSES = ["PENDING", "COMPLETED", "SKIPPED"] as const;
export type AgendaItemStatus = (typeof AGENDA_ITEM_STATUSES)[number];

/** Author of a task's newest revision. */
export const TASK_ACTOR_KINDS = ["CLIENT", "COACH", "SYSTEM"] as const;
export type TaskPrincipalKind = (typeof TASK_ACTOR_KINDS)[number];

/**
 * The context that owns a task's subject: daily execution owns habits, forms own check-ins, programs own workouts,
 * progress owns measurements and photos (docs/rooms/quick-log.md#allowed-actions).
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
 * Source of an item withheld from a day (docs/rooms/agenda.md#withheld-occurrences). `DAY` means that the day itself
 * could not be opened.
 */
export const WITHHELD_SOURCE_TYPES = [...TASK_SOURCE_TYPES, "DAY"] as const;
export type WithheldSourceType = (typeof WITHHELD_SOURCE_TYPES)[number];

/** An occurrence is withheld from its day, or a whole day is withheld. */
export const WITHHELD_KINDS = ["OCCURRENCE", "DAY"] as const;
export type WithheldKind = (typeof WITHHELD_KINDS)[number];

/**
 * Fault that withholds an occurrence:
 * - `VALUE`: the database cannot store or read one of its values (SQLSTATE class 22).
 * - `CONSTRAINT`: it violates a constraint (SQLSTATE class 23).
 * - `RULE`: a rule threw an error.
 */
export const FAULT_KINDS = ["VALUE", "CONSTRAINT", "RULE"] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

/** Seconds after which an operation on a withheld task is retried, unless its day closes sooner. */
export const WITHHELD_RETRY_SECONDS = 900;

/** Days for which a withheld occurrence is kept: as long as an operation on it may arrive. */
export const WITHHELD_DAYS = 400;

/** The plan warns its coach about occurrences withheld on this many dates, up to the present one. */
export const WITHHELD_WARNING_DATES = 28;

/** Kinds of itemized children. */
export const TASK_ITEM_KINDS = [
  "MEAL_ITEM",
  "SUPPLEMENT_ITEM",
  "HABIT_ITEM",
  "REMINDER_ITEM",
] as const;
export type TaskItemKind = (typeof TASK_ITEM_KINDS)[number];

/** Maximum length of the coach's note on a focus pin, in characters. */
export const FOCUS_NOTE_LENGTH = 140;

/** A day opened later than this many hours after it began counts as not offered to the client. */
export const OFFERED_WITHIN_HOURS = 6;

/**
 * Maximum number of missed days opened in one transaction, in total and per relationship; later transactions open the
 * rest. Planned occurrences are kept for more dates than the limit per relationship. Each day is therefore opened with
 * the plans that ran on it.
 */
export const DAYS_AT_ONCE = { all: 100, ofOne: 31 } as const;

/**
 * Reason of a status event in a task's history, if the action alone does not explain it.
 * - `SOURCE_PAUSED`: its source was paused and withdrew the task.
 * - `SOURCE_SUPERSEDED`: another plan replaced its source.
 * - `SOURCE_RESUMED`: the source that had withdrawn the task requires it again.
 * - `SOURCE_CHANGED`: its source has a newer revision.
 * - `DAY_CLOSED`: its day was closed.
 * - `RELATIONSHIP_ENDED`: it was open when its day closed with the end of the relationship.
 * - `LATE_EVIDENCE`: an operation recorded before the close arrived after it.
 * - `LATE_UNDO`: an operation was undone after its day had closed.
 * - `FORM_SUBMITTED`: its form was submitted.
 * - `ASKED_LATER`: its form was not due yet, and the next day has the task instead.
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

/** Minimum number of hours between the end of a day and its close (docs/rooms/agenda.md#closing). */
export const CLOSE_AFTER_HOURS = 22;

/** Minimum number of hours before an open day closes once its relationship resumes after a pause. */
export const CLOSE_AFTER_RESUME_HOURS = 24;

/** Maximum number of hours by which known unsent work delays the close of a day. */
export const HOLD_HOURS = 48;

/** Minutes between two checks of a day whose close is delayed. */
export const HOLD_POLL_MINUTES = 15;

/**
 * Why the close of a day is delayed (docs/rooms/agenda.md#closing).
 * - `UNSENT_WORK`: one of the client's devices had unsent operations at its last sync.
 * - `DEFERRED_WORK`: an operation for the relationship is deferred or quarantined.
 * - `OUTAGE`: our service was down, which must not count against the client.
 */
export const HOLD_REASONS = ["UNSENT_WORK", "DEFERRED_WORK", "OUTAGE"] as const;
export type HoldReason = (typeof HOLD_REASONS)[number];

/**
 * Warnings in today's answer:
 * - `SOURCE_CHANGED`: the plan has a newer revision than the task's snapshot.
 * - `SOURCE_ENDED`: the assignment ended, or another replaced it, after the client had begun.
 * - `SOURCE_PAUSED`: the assignment was paused after the client had begun.
 * - `TIMEZONE_DIFFERS`: the device is in another zone than the relationship, whose day counts.
 */
export const AGENDA_WARNING_CODES = [
  "SOURCE_CHANGED",
  "SOURCE_ENDED",
  "SOURCE_PAUSED",
  "TIMEZONE_DIFFERS",
] as const;

/** Actions of quick-log on a daily task (docs/rooms/quick-log.md#records). */
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

/** Extent of a completion. */
export const COMPLETION_SCOPES = ["TASK", "ITEM", "GROUP", "OWNING_FEATURE"] as const;
export type CompletionScope = (typeof COMPLETION_SCOPES)[number];

/** How an item came to be completed. */
export const COMPLETION_SOURCES = ["EXPLICIT_TAP", "BULK_ACTION"] as const;
export type CompletionSource = (typeof COMPLETION_SOURCES)[number];

/**
 * Input required to complete a task, beyond the tap (docs/rooms/quick-log.md#allowed-actions).
 * - `NOTHING`: one tap completes it.
 * - `ITEMS`: its items, ticked one by one, or in bulk where allowed.
 * - `VALUE`: the value that the action requires.
 * - `MEASUREMENTS`: the measurements that its own screen requires; a single one may also be recorded as a value.
 * - `WORKOUT_LOG`, `FORM_SUBMISSION`, `PHOTOS`: the result of its own screen, according to the snapshot.
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

/** Maximum number of decimals of a recorded number; also the default for a metric that sets none. */
export const MOST_DECIMALS = 3;

/** Maximum length of a text recorded as a value, in characters. */
export const MOST_VALUE_TEXT = 500;

/** Health stores of a phone from which values are imported. */
export const IMPORT_SOURCE_TYPES = ["APPLE_HEALTH", "HEALTH_CONNECT"] as const;
export type ImportSourceType = (typeof IMPORT_SOURCE_TYPES)[number];

/** Kinds of input an action may ask for. */
export const INPUT_TYPES = ["number", "text", "choice", "boolean"] as const;

/** Lengths of one snooze in minutes; a plan offers some or all of them. */
export const SNOOZE_MINUTES = [10, 30, 60] as const;

/** Maximum number of snoozes of a task, whatever its plan says. */
export const MOST_SNOOZES = 3;

/** Version of the action schema stored with tasks; older ones are upcast when read. */
export const ACTION_SCHEMA_VERSION = 2;

/** Maximum number of inputs of one item, and maximum length of their keys. */
export const INPUT_LIMITS = { inputs: 10, keyLength: 64 } as const;

/** Whether the values of a day add up (water) or the latest one replaces the others (steps). */
export const METRIC_MODES = ["ACCUMULATE", "REPLACE"] as const;
export type MetricMode = (typeof METRIC_MODES)[number];

/** Rating of the adherence over some days, by the workspace's limits (docs/rooms/agenda.md#adherence). */
export const ADHERENCE_BUCKETS = ["ON_TRACK", "ATTENTION", "OFF_TRACK", "TOO_FEW"] as const;
export type AdherenceBucket = (typeof ADHERENCE_BUCKETS)[number];

/** Number of dates over which adherence is computed, up to the newest closed day. */
export const ADHERENCE_DATES = { SHORT: 7, LONG: 28 } as const;

/** Minimum number of days between two notices to a coach that a client fell off track. */
export const TREND_PAUSE_DAYS = 7;

/** Bounds of a request to open days (docs/rooms/agenda.md#materialising-on-request). */
export const MATERIALISE_LIMITS = {
  relationships: 10_000,
  sources: 1_000,
  windowDays: 31,
  reasonLength: 200,
  bodyBytes: 512 * 1024,
} as const;

/** Why the days of a relationship were not opened; nothing of it changed. */
export const MATERIALISE_SKIPS = [
  "UNKNOWN",
  "ENDED",
  "PAUSED",
  /** Its workspace, or its client, is suspended or closed. */
  "SUSPENDED",
  /** It has none of the named sources. */
  "NO_SUCH_SOURCE",
  /** Its present local day is not one of those requested. */
  "OUTSIDE_WINDOW",
  /** Its days could not be opened because of an internal error; the scan retries. */
  "NOT_OPENED",
] as const;
export type MaterialiseSkip = (typeof MATERIALISE_SKIPS)[number];

/** Maximum number of days in one read by a client (docs/rooms/agenda.md#range). */
export const RANGE_DAYS = 31;

/** Maximum length of the checksums that a client sends for a range, in characters. */
export const RANGE_CHECKSUMS_LENGTH = 4_096;

/** Maximum number of days in a coach's summary (docs/rooms/agenda.md#coach-summary). */
export const SUMMARY_DAYS = 31;

/**
 * Origin of a change of a task's status:
 * - `OPERATION`: an operation of the client's device.
 * - `FORM`: a form that the client submitted.
 * - `CLOSING`: its day closed, or the relationship ended.
 * - `SOURCE`: its plan or form was created, changed, paused, resumed or replaced.
 */
export const TASK_EVENT_SOURCES = ["OPERATION", "FORM", "CLOSING", "SOURCE"] as const;
export type TaskEventSource = (typeof TASK_EVENT_SOURCES)[number];

/** Explanation of a task's state if its status alone does not explain it (docs/rooms/agenda.md#coach-summary). */
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

/** The sentence that a coach reads for each code. */
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

/** Maximum number of clients on a page of a workspace's overview; also the default. */
export const OVERVIEW_CLIENTS = 500;

/** Whether the client may skip a program's day or exercise, and whether a reason is required. */
export const SKIP_POLICIES = ["ALLOWED", "WITH_REASON", "NOT_ALLOWED"] as const;

/** Measures in which a set of an exercise is recorded. */
export const SET_MODALITIES = ["WEIGHT_REPS", "REPS", "SECONDS", "METRES_SECONDS"] as const;
export type SetModality = (typeof SET_MODALITIES)[number];

/** Units of a load, as typed. */
export const LOAD_UNITS = ["kg", "lb"] as const;
export type LoadUnit = (typeof LOAD_UNITS)[number];

/** How a set was ticked; a bulk tick requires the client's confirmation. */
export const SET_SOURCES = ["EXPLICIT_TAP", "BULK_ACTION"] as const;

/** Limits of a day's training. */
export const PROGRAM_DAY_LIMITS = {
  exercisesPerDay: 40,
  setsPerExercise: 30,
  alternativesPerExercise: 10,
} as const;
