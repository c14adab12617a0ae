import { formatsByZone } from "./formats-by-zone.ts";

const DAY_SECONDS = 86_400;
const SECOND_MS = 1_000;

/** Writes `MM/DD, HH:mm:ss`. The year follows from the instant, because no clocks are a whole day from UTC. */
const clockOf = formatsByZone("en-US", {
  month: "2-digit",
  day: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  hourCycle: "h23",
});
/** Not `formatToParts`: it takes three times as long, and Hermes lacks it on iOS. */
const CLOCK = /\d+\D+(\d+)\D+(\d+)\D+(\d+)\D+(\d+)/;

/**
 * Milliseconds by which a zone's clocks are ahead of UTC at an instant; negative if they are behind. NaN if the zone is
 * unknown or the instant invalid. Local mean time differs by whole seconds, zones of today by whole minutes.
 */
export function zoneOffset(timezone: string, instant: number): number {
  const at = new Date(instant);
  const format = Number.isNaN(at.getTime()) ? null : clockOf(timezone);
  const shown = format && CLOCK.exec(format.format(at));
  if (shown === null) return Number.NaN;
  const [, day, hour, minute, second] = shown;
  const local = secondOfDay(Number(hour), Number(minute), Number(second));
  const utc = secondOfDay(at.getUTCHours(), at.getUTCMinutes(), at.getUTCSeconds());
  return (daysAhead(Number(day), at.getUTCDate()) * DAY_SECONDS + local - utc) * SECOND_MS;
}

/** Whether the local day is the day of UTC (0), the next (1) or the previous (-1), from the days of their months. */
function daysAhead(local: number, utc: number): number {
  const days = local - utc;
  if (days > 1) return -1;
  return days < -1 ? 1 : days;
}

function secondOfDay(hour: number, minute: number, second: number): number {
  return (hour * 60 + minute) * 60 + second;
}
