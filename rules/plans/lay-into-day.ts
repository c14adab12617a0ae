import { dayAfter, localInstant, startOfLocalDay } from "../local-day.ts";

/**
 * Maps the times of a plan to a local day of any zone (docs/rooms/agenda.md#local-times). The span is never empty and
 * stays within its day, end included. A due time of `00:00` means the end of the day; so does one at or before the
 * start, which old revisions may contain.
 *
 * If skipped times leave no span, it keeps its ordinary length from the moved start, and ends with the day at the
 * latest. A date that a zone's clocks never show has a span without length; no calendar opens it.
 */
export function layIntoDay(
  { startTime, dueTime }: PlannedTimes,
  localDate: string,
  timezone: string,
): DaySpan {
  const day = {
    start: startOfLocalDay(localDate, timezone).getTime(),
    end: startOfLocalDay(dayAfter(localDate), timezone).getTime(),
  };
  const at = (timeOfDay: string) => localInstant(localDate, timeOfDay, timezone).getTime();
  const endsWithDay = dueTime === null || dueTime <= (startTime ?? MIDNIGHT);
  const planned = {
    from: startTime === null ? day.start : at(startTime),
    until: endsWithDay ? day.end : at(dueTime),
  };
  const minutes = (endsWithDay ? DAY_MINUTES : minuteOf(dueTime)) - minuteOf(startTime ?? MIDNIGHT);
  const { from, until } =
    planned.from < planned.until ? planned : keepLength(planned.from, minutes * MINUTE_MS, day);
  const [displayFrom, displayUntil] = [new Date(from), new Date(until)];
  return {
    startsAt: startTime === null ? null : displayFrom,
    dueAt: dueTime === null ? null : displayUntil,
    displayFrom,
    displayUntil,
  };
}

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1_440;

/** Times of a plan on its client's clocks, `HH:mm`; null if the plan has none. */
export interface PlannedTimes {
  readonly startTime: string | null;
  readonly dueTime: string | null;
}

/** A plan's times on one local day. */
export interface DaySpan {
  /** Null without a start time. */
  readonly startsAt: Date | null;
  /** Null without a due time. */
  readonly dueAt: Date | null;
  /** `startsAt`, else the beginning of the day. */
  readonly displayFrom: Date;
  /** `dueAt`, else the end of the day. */
  readonly displayUntil: Date;
}

const MIDNIGHT = "00:00";

/** A span of a given length from an instant. A span that would begin at the day's end is moved before it. */
function keepLength(from: number, lengthMs: number, day: { start: number; end: number }) {
  const until = Math.min(from + lengthMs, day.end);
  return { from: from < until ? from : Math.max(day.start, until - lengthMs), until };
}

/** Minutes from 00:00 to an `HH:mm`. */
function minuteOf(timeOfDay: string): number {
  return Number(timeOfDay.slice(0, 2)) * 60 + Number(timeOfDay.slice(3, 5));
}
