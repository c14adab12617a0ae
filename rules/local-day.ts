import { DateTime, IANAZone } from "luxon";

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** From here to the year 10000 a day is written the same by everybody. */
const FIRST_PLAIN_MS = 0;
const LAST_PLAIN_MS = Date.UTC(9999, 11, 30);

/** Writes days as ISO does, by zone: asked for each operation of a batch, and dear to make. */
const dayFormats = new Map<string, Intl.DateTimeFormat>();
/** Every zone in one spelling, and room for others. */
const MOST_DAY_FORMATS = 1_000;

/** Calendar day `YYYY-MM-DD` of an instant in an IANA zone. */
export function localDateOf(instant: Date, timezone: string): string {
  const at = instant.getTime();
  const format = at >= FIRST_PLAIN_MS && at < LAST_PLAIN_MS ? dayFormatOf(timezone) : null;
  return format === null ? anyLocalDate(instant, timezone) : format.format(at);
}

function dayFormatOf(timezone: string): Intl.DateTimeFormat | null {
  const known = dayFormats.get(timezone);
  if (known !== undefined) return known;
  if (dayFormats.size >= MOST_DAY_FORMATS || !IANAZone.isValidZone(timezone)) return null;
  const parts = { year: "numeric", month: "2-digit", day: "2-digit" } as const;
  const format = new Intl.DateTimeFormat("sv-SE", { timeZone: timezone, ...parts });
  dayFormats.set(timezone, format);
  return format;
}

function anyLocalDate(instant: Date, timezone: string): string {
  const day = DateTime.fromMillis(instant.getTime(), { zone: timezone }).toISODate();
  if (day === null) throw new RangeError(`Not a zone: ${timezone}`);
  return day;
}

/** Whether clocks of two zones show the same time at an instant, whatever the zones are called. */
export function showSameTime(instant: Date, one: string, other: string): boolean {
  const at = instant.getTime();
  return IANAZone.create(one).offset(at) === IANAZone.create(other).offset(at);
}

/**
 * The first instant after `from`, and up to `to`, at which clocks of a zone are put forward or back; null when they
 * are not. Within so short a time that they are put once at most: some days.
 */
export function nextClockChange(timezone: string, from: Date, to: Date): Date | null {
  const zone = IANAZone.create(timezone);
  const offset = zone.offset(from.getTime());
  let before = from.getTime();
  let after = to.getTime();
  if (zone.offset(after) === offset) return null;
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (zone.offset(middle) === offset) before = middle;
    else after = middle;
  }
  return new Date(after);
}

/** The calendar day after a calendar day. */
export function dayAfter(localDate: string): string {
  return new Date(wallMillis(localDate, "00:00") + DAY_MS).toISOString().slice(0, 10);
}

/** The calendar day so many days after a calendar day; before it where they are negative. */
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
  const start = localInstant(localDate, "00:00", timezone);
  if (startsOfDays.size >= MOST_STARTS) startsOfDays.clear();
  startsOfDays.set(key, start.getTime());
  return start;
}

/** Asked for each relationship of a zone at its midnight, and dear to find. */
const startsOfDays = new Map<string, number>();
const MOST_STARTS = 5_000;

/**
 * Instant at which clocks of a zone show a time (`HH:mm` or `HH:mm:ss`) on a calendar day. A time that
 * the clocks skip is taken as many minutes after the gap as it lies after its beginning (02:30 becomes
 * 03:30); of a time that comes twice the first is meant. Both as RFC 5545 and calendars do.
 */
export function localInstant(localDate: string, timeOfDay: string, timezone: string): Date {
  const wall = wallMillis(localDate, timeOfDay);
  // Not DateTime.fromObject: which of two equal times it takes depends on the day it runs.
  const zone = IANAZone.create(timezone);
  const before = zone.offset(wall - DAY_MS) * MINUTE_MS;
  const after = zone.offset(wall + DAY_MS) * MINUTE_MS;
  const shown = [wall - before, wall - after].filter(
    (instant) => instant + zone.offset(instant) * MINUTE_MS === wall,
  );
  return new Date(shown.length === 0 ? wall - before : Math.min(...shown));
}

/** ISO weekday of a calendar day: 1 is Monday, 7 is Sunday. */
export function isoWeekday(localDate: string): number {
  return new Date(wallMillis(localDate, "00:00")).getUTCDay() || 7;
}

/** The wall clock as if it were UTC. */
function wallMillis(localDate: string, timeOfDay: string): number {
  const millis = Date.parse(`${localDate}T${timeOfDay}Z`);
  if (Number.isNaN(millis)) throw new RangeError(`Not a day and a time: ${localDate} ${timeOfDay}`);
  return millis;
}
