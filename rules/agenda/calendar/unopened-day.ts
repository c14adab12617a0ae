import { dateOfComputedId } from "../../../contract/agenda/task-id.ts";
import { dayAfter, localDateOf, startOfLocalDay } from "../../local-day.ts";

/** The newest day of a relationship, and the zone that its next ones are counted in. */
export interface NewestDay {
  /** `YYYY-MM-DD`. */
  readonly newestDate: string;
  /** IANA name. */
  readonly timezone: string;
}

/** Days ahead of the present one that a device can be in already: over the date line, or before the day was opened. */
const DAYS_AHEAD = 2;

/** So many seconds after its beginning at least is a day asked for again: it is opened within them. */
const LEAST_WAIT_SECONDS = 30;

/**
 * Whether an id that nobody knows is one of a day that has not been opened yet, as far as a device may be ahead
 * (docs/rooms/agenda.md#unopened-days); and after how many seconds the day is there.
 *
 * @returns null for an id of any other day, and for one that no task has.
 */
export function judgeUnopenedDay(taskId: string, newest: NewestDay, now: Date): DayWait | null {
  const { newestDate, timezone } = newest;
  const date = dateOfComputedId(taskId);
  // The calendar may be behind: the look was away, or what it stood still for is over.
  const shown = localDateOf(now, timezone);
  const present = newestDate > shown ? newestDate : shown;
  if (date === null || date > daysAfter(present, DAYS_AHEAD)) return null;
  return waitForDay(date, newest, now);
}

/** When what is of a day to come is asked for again. */
export interface DayWait {
  readonly retryAfterSeconds: number;
}

/** After how many seconds a day is there that has not been opened yet, however far ahead; null for any other. */
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
