/**
 * State of a task in a client's weeks, with the outcome of its day.
 * - `OPEN`, `BEGUN`: the client can still act on it.
 * - `PARTIAL`: closed with a part of it done.
 * - `CANCELLED`, `SUPERSEDED`: its source withdrew it, or another task replaced it; it does not count.
 */
export const WEEK_TASK_STATES = [
  "OPEN",
  "BEGUN",
  "DONE",
  "PARTIAL",
  "SKIPPED",
  "MISSED",
  "CANCELLED",
  "SUPERSEDED",
] as const;
export type WeekTaskState = (typeof WEEK_TASK_STATES)[number];

/** State of a whole day: that of its tasks if they agree. NOTHING_PLANNED and NOT_OFFERED count for nothing. */
export const WEEK_DAY_STATES = [
  "NOTHING_PLANNED",
  "NOT_OFFERED",
  "OPEN",
  "BEGUN",
  "DONE",
  "PARTIAL",
  "SKIPPED",
  "MISSED",
] as const;
export type WeekDayState = (typeof WEEK_DAY_STATES)[number];

/** Weeks from Monday to Sunday in one answer. */
export const WEEKS_LIMITS = { shown: 8, most: 12, mostOfAdherence: 52 } as const;
