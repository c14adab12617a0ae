import { formatsByZone } from "./formats-by-zone.ts";
import { zoneOffset } from "./zone-offset.ts";

const DAY_MS = 86_400_000;

/** Swedish days are written as in ISO 8601: one call for each operation of a batch, instead of an offset. */
const swedishDayOf = formatsByZone("sv-SE", { year: "numeric", month: "2-digit", day: "2-digit" });
/** Fails for years below 1000 and above 9999, and for an engine with another layout. */
const ISO_DAY = /^\d{4}-\d{2}-\d{2}$/;
/** Long before it, a year before Christ looks like one after. */
const FIRST_SWEDISH_MS = 0;

/** Calendar day `YYYY-MM-DD` of an instant in an IANA zone. */
export function localDateOf(instant: Date, timezone: string): string {
  const at = instant.getTime();
  const day = at >= FIRST_SWEDISH_MS ? swedishDayOf(timezone)?.format(at) : undefined;
  return day !== undefined && ISO_DAY.test(day) ? day : anyLocalDate(at, timezone);
}

function anyLocalDate(at: number, timezone: string): string {
  const offset = zoneOffset(timezone, at);
  if (Number.isNaN(offset)) throw new RangeError(`Unknown time zone: ${timezone}`);
  return new Date(at + offset).toISOString().slice(0, -"T00:00:00.000Z".length);
}

/** Whether clocks of two zones show the same time at an instant; zone names do not matter. */
export function showSameTime(instant: Date, one: string, other: string): boolean {
  const at = instant.getTime();
  return zoneOffset(one, at) === zoneOffset(other, at);
}

/**
 * The first instant after `from` and up to `to` at which a zone's clocks change, forward or back; null if they do
 * not. The range must be short enough (some days) for at most one change.
 */
export function nextClockChange(timezone: string, from: Date, to: Date): Date | null {
  let before = from.getTime();
  let after = to.getTime();
  const offset = zoneOffset(timezone, before);
  if (zoneOffset(timezone, after) === offset) return null;
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (zoneOffset(timezone, middle) === offset) before = middle;
    else after = middle;
  }
  return new Date(after);
}

/** The calendar day after a calendar day. */
export function dayAfter(localDate: string): string {
  return new Date(wallMillis(localDate, "00:00") + DAY_MS).toISOString().slice(0, 10);
}

/** The calendar day a number of days after another; before it if the number is negative. */
export function addDays(localDate: string, days: number): string {
  return new Date(wallMillis(localDate, "00:00") + days * DAY_MS).toISOString().slice(0, 10);
}

/** The calendar day before a calendar day. */
export function dayBefore(localDate: string): string {
  return new Date(wallMillis(localDate, "00:00") - DAY_MS).toISOString().slice(0, 10);
}

/** First instant of a calendar day: midnight, or the end of the gap where clocks skip midnight. */
export function startOfLocalDay(localDate: string, timezone: string): Date {
  const key = `${localDate} ${timezone}`;
  const known = startsOfDays.get(key);
  if (known !== undefined) return new Date(known);
  const midnight = onClocks(localDate, "00:00", timezone);
  const start = midnight.isSkipped ? endOfGap(midnight.at, timezone) : midnight.at;
  if (startsOfDays.size >= MOST_STARTS) startsOfDays.clear();
  startsOfDays.set(key, start);
  return new Date(start);
}

/** The end of the gap that a skipped instant falls into; a gap may begin before the midnight that it skips. */
function endOfGap(moved: number, timezone: string): number {
  const change = nextClockChange(timezone, new Date(moved - DAY_MS), new Date(moved));
  return change?.getTime() ?? moved;
}

/** Cached: requested for each relationship of a zone at its midnight, and expensive to compute. */
const startsOfDays = new Map<string, number>();
const MOST_STARTS = 5_000;

/** The calendar day on which something is due: a due time of midnight belongs to the day that ends. */
export function dueDateOf(dueAt: Date, timezone: string): string {
  return localDateOf(new Date(dueAt.getTime() - 1), timezone);
}

/**
 * Instant at which clocks of a zone show a time (`HH:mm` or `HH:mm:ss`) on a calendar day. A skipped time is moved by
 * the length of the gap (02:30 becomes 03:30); of a repeated time the first counts. Both follow RFC 5545 and
 * calendars. Unlike there, a skipped time never leaves its day: if the gap reaches midnight, the result is the day's
 * end (docs/rooms/agenda.md#local-times).
 */
export function localInstant(localDate: string, timeOfDay: string, timezone: string): Date {
  const { at, isSkipped } = onClocks(localDate, timeOfDay, timezone);
  if (!isSkipped) return new Date(at);
  const start = startOfLocalDay(localDate, timezone).getTime();
  const end = startOfLocalDay(dayAfter(localDate), timezone).getTime();
  // A date that the clocks never show has no end of its own.
  return new Date(start < end ? Math.min(at, end) : at);
}

/** Epoch milliseconds of a local time; a skipped time is moved by the gap, even out of its day. */
function onClocks(localDate: string, timeOfDay: string, timezone: string) {
  const wall = wallMillis(localDate, timeOfDay);
  const before = zoneOffset(timezone, wall - DAY_MS);
  const after = zoneOffset(timezone, wall + DAY_MS);
  const shown = [wall - before, wall - after].filter(
    (instant) => instant + zoneOffset(timezone, instant) === wall,
  );
  const isSkipped = shown.length === 0;
  return { at: isSkipped ? wall - before : Math.min(...shown), isSkipped };
}

/** ISO weekday of a calendar day: 1 is Monday, 7 is Sunday. */
export function isoWeekday(localDate: string): number {
  return new Date(wallMillis(localDate, "00:00")).getUTCDay() || 7;
}

/** The wall-clock time read as UTC. */
function wallMillis(localDate: string, timeOfDay: string): number {
  const millis = Date.parse(`${localDate}T${timeOfDay}Z`);
  if (Number.isNaN(millis))
    throw new RangeError(`Not a date and a time: ${localDate} ${timeOfDay}`);
  return millis;
}
