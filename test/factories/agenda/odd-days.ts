import { dayAfter, dayBefore, localDateOf } from "../../../rules/local-day.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** No zone changes its clocks twice within four weeks. */
const STEP_MS = 21 * DAY_MS;

const FROM = Date.UTC(2019, 11, 31);
const UNTIL = Date.UTC(2036, 0, 2);

/** A local day with a clock change on it, the day before or the day after. */
export interface OddDay {
  readonly timezone: string;
  readonly localDate: string;
  /** Minute of the day at which clocks change: on this day, the day before or the day after. */
  readonly changesAt: number;
  /** Minutes by which the clocks go forward; negative if they go back. */
  readonly gapMinutes: number;
  /** Equal for days on which clocks show the same times after the same minutes. */
  readonly shape: string;
}

/**
 * The local days from 2020 to 2035, in every zone, that a clock change makes longer or shorter, or whose midnight it
 * moves.
 */
export function oddDays(): readonly OddDay[] {
  return Intl.supportedValuesOf("timeZone").flatMap((timezone) => {
    const clock = clockOf(timezone);
    return changesOf(clock).flatMap((at): OddDay[] => {
      const from = clock.localMs(at - MINUTE_MS) + MINUTE_MS;
      const changesAt = (from % DAY_MS) / MINUTE_MS;
      const gapMinutes = (clock.localMs(at) - from) / MINUTE_MS;
      const change = { timezone, changesAt, gapMinutes };
      const shape = [from - at, changesAt, gapMinutes].join(" ");
      const lastDate = localDateOf(new Date(at - MINUTE_MS), timezone);
      return [dayBefore(lastDate), lastDate, dayAfter(lastDate)].map((localDate, index) => ({
        ...change,
        localDate,
        shape: `${shape} ${index}`,
      }));
    });
  });
}

/** One day of each shape. */
export function oneOfEachShape(days: readonly OddDay[]): readonly OddDay[] {
  return [...new Map(days.map((day) => [day.shape, day])).values()];
}

/** The display of clocks, computed by the platform and not by the rules under test. */
interface Clock {
  /** The clock's day and time as if it were UTC, to the minute. */
  readonly localMs: (at: number) => number;
}

/** The clocks of a zone. */
export function clockOf(timezone: string): Clock {
  const format = new Intl.DateTimeFormat("sv-SE", {
    timeZone: timezone,
    dateStyle: "short",
    timeStyle: "short",
  });
  return { localMs: (at) => Date.parse(`${format.format(at).replace(" ", "T")}Z`) };
}

/** The instants of clock changes. */
function changesOf({ localMs }: Clock): readonly number[] {
  const offsetAt = (at: number) => localMs(at) - at;
  const changes: number[] = [];
  let offset = offsetAt(FROM);
  for (let at = FROM; at < UNTIL; at += STEP_MS) {
    const next = offsetAt(at + STEP_MS);
    if (next === offset) continue;
    let [before, after] = [at, at + STEP_MS];
    while (after - before > MINUTE_MS) {
      const middle = Math.floor((before + after) / 2 / MINUTE_MS) * MINUTE_MS;
      if (offsetAt(middle) === offset) before = middle;
      else after = middle;
    }
    changes.push(after);
    offset = next;
  }
  return changes;
}
