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

/** Lengths of one snooze in minutes; a plan offers some or all of them. */
export const SNOOZE_MINUTES = [10, 30, 60] as const;

/** Maximum number of snoozes of a task, whatever its plan says. */
export const MOST_SNOOZES = 3;

/** Version of the action schema stored with tasks; older ones are upcast when read. */
export const ACTION_SCHEMA_VERSION = 2;

/**
 * Origin of a change of a task's status:
 * - `OPERATION`: an operation of the client's device.
 * - `FORM`: a form that the client submitted.
 * - `CLOSING`: its day closed, or the relationship ended.
 * - `SOURCE`: its plan or form was created, changed, paused, resumed or replaced.
 */
export const TASK_EVENT_SOURCES = ["OPERATION", "FORM", "CLOSING", "SOURCE"] as const;
export type TaskEventSource = (typeof TASK_EVENT_SOURCES)[number];
