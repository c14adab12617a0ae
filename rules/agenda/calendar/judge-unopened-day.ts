import { dateOfComputedId } from "../../../contract/agenda/task-id.ts";
import { dayAfter, localDateOf, startOfLocalDay } from "../../local-day.ts";

/**
 * Returns when to retry if an unknown task id belongs to a day that is not open yet
 * (docs/rooms/agenda.md#unopened-days). Days further ahead than a device can be do not count.
 *
 * @returns null for an id of any other day, and for an id that no task can have.
 */
export function judgeUnopenedDay(taskId: string, newest: NewestDay, now: Date): DayWait | null {
  const { newestDate, timezone } = newest;
  const date = dateOfComputedId(taskId);
  // The calendar may be behind: the scan was down, or the stop has just ended.
  const shown = localDateOf(now, timezone);
  const present = newestDate > shown ? newestDate : shown;
  if (date === null || date > daysAfter(present, DAYS_AHEAD)) return null;
  return waitForDay(date, newest, now);
}

/** The newest day of a relationship, and the zone of its next days. */
export interface NewestDay {
  /** `YYYY-MM-DD`. */
  readonly newestDate: string;
  /** IANA name. */
  readonly timezone: string;
}

/** How many days a device can be ahead: it crossed the date line, or the day is not open yet. */
const DAYS_AHEAD = 2;

/** Minimum wait before a day is requested again: it opens within this many seconds of its beginning. */
const LEAST_WAIT_SECONDS = 30;

/** When to request a future day again. */
export interface DayWait {
  readonly retryAfterSeconds: number;
}

/** Seconds until an unopened day is there, however far ahead; null for an opened day. */
export function waitForDay(
  date: string,
  { newestDate, timezone }: NewestDay,
  now: Date,
): DayWait | null {
  if (date <= newestDate) return null;
  const wait = startOfLocalDay(date, timezone).getTime() - now.getTime();
  return { retryAfterSeconds: Math.max(LEAST_WAIT_SECONDS, Math.ceil(wait / 1_000)) };
}

function daysAfter(localDate: string, count: number): string {
  return count === 0 ? localDate : daysAfter(dayAfter(localDate), count - 1);
}
