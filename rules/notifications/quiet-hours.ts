import { zoneOffset } from "../zone-offset.ts";

/** Quiet hours in minutes of the local day; from 21:00 until 08:00 they span midnight. */
export interface QuietHours {
  readonly fromMinute: number;
  readonly untilMinute: number;
}

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1_440;

/**
 * The first instant from `now` on that is outside the quiet hours in the zone; null if it is `now`. A clock change
 * past their end ends them; a change back into them restarts them.
 */
export function quietUntil(now: Date, timezone: string, quiet: QuietHours): Date | null {
  const isQuiet = (instant: number) => isWithin(localMinute(instant, timezone), quiet);
  let instant = now.getTime();
  if (!isQuiet(instant)) return null;
  while (isQuiet(instant)) instant = nextStep(instant, timezone, quiet.untilMinute);
  return new Date(instant);
}

/** Minute of the local day at an instant, 0 to 1439. */
export function minuteOfDay(now: Date, timezone: string): number {
  return localMinute(now.getTime(), timezone);
}

function isWithin(minute: number, { fromMinute, untilMinute }: QuietHours): boolean {
  return fromMinute < untilMinute
    ? minute >= fromMinute && minute < untilMinute
    : minute >= fromMinute || minute < untilMinute;
}

/** The end of the quiet hours on unchanged clocks, or the instant of a clock change. */
function nextStep(instant: number, timezone: string, untilMinute: number): number {
  const minutes = (untilMinute - localMinute(instant, timezone) + DAY_MINUTES) % DAY_MINUTES;
  const end = startOfMinute(instant) + minutes * MINUTE_MS;
  return zoneOffset(timezone, end) === zoneOffset(timezone, instant)
    ? end
    : firstChange(instant, end, timezone);
}

/** The first whole minute at which the offset differs from the one at `from`. */
function firstChange(from: number, to: number, timezone: string): number {
  const before = zoneOffset(timezone, from);
  let [known, changed] = [startOfMinute(from), to];
  while (changed - known > MINUTE_MS) {
    const middle = startOfMinute((known + changed) / 2);
    if (zoneOffset(timezone, middle) === before) known = middle;
    else changed = middle;
  }
  return changed;
}

const startOfMinute = (instant: number) => Math.floor(instant / MINUTE_MS) * MINUTE_MS;

function localMinute(instant: number, timezone: string): number {
  const minutes = Math.floor((instant + zoneOffset(timezone, instant)) / MINUTE_MS);
  return ((minutes % DAY_MINUTES) + DAY_MINUTES) % DAY_MINUTES;
}
