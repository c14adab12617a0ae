import { minutesAhead } from "../local-dates.ts";

/** The last minute of a date at a place, as an instant. */
export function dueInstant(date: string, zone: string): string {
  const wanted = Date.parse(`${date}T23:59:00Z`);
  // The offset of the place at that time; the second look counts where the clock changes in between.
  const first = wanted - minutesAhead(zone, "UTC", new Date(wanted)) * MINUTE_MS;
  const second = wanted - minutesAhead(zone, "UTC", new Date(first)) * MINUTE_MS;
  return new Date(second).toISOString();
}

const MINUTE_MS = 60_000;
