/** The date at a place, as `YYYY-MM-DD`. */
export function dateAt(zone: string, instant: Date): string {
  return new Intl.DateTimeFormat("en-CA", {
    timeZone: zone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  }).format(instant);
}

/** A local date some days later, or earlier. */
export function addDays(date: string, days: number): string {
  const moved = new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS);
  return moved.toISOString().slice(0, 10);
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** The Monday of a date's week. */
export function mondayOf(date: string): string {
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay();
  return addDays(date, -((weekday + 6) % 7));
}

/** Minutes by which a zone is ahead of another at an instant; negative if it is behind. */
export function minutesAhead(zone: string, other: string, instant: Date): number {
  return Math.round((wallClock(zone, instant) - wallClock(other, instant)) / 60_000);
}

/** The time that a clock at a place shows, as `YYYY-MM-DDTHH:MM`. */
export const clockText = (zone: string, instant: Date): string =>
  new Date(wallClock(zone, instant)).toISOString().slice(0, 16);

/** The instant at which a clock at a place shows `YYYY-MM-DDTHH:MM`; null if the text is no time. */
export function instantOfClock(text: string, zone: string): Date | null {
  const wanted = Date.parse(`${text}Z`);
  if (Number.isNaN(wanted)) return null;
  // The offset of the place at that time; the second look counts where the clock changes in between.
  const first = wanted - minutesAhead(zone, "UTC", new Date(wanted)) * 60_000;
  return new Date(wanted - minutesAhead(zone, "UTC", new Date(first)) * 60_000);
}

/** The reading of a clock at a place, as if it were UTC. */
function wallClock(zone: string, instant: Date): number {
  const parts = new Intl.DateTimeFormat("en-CA", {
    timeZone: zone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  }).formatToParts(instant);
  const part = (type: string) => parts.find((found) => found.type === type)?.value ?? "00";
  const date = `${part("year")}-${part("month")}-${part("day")}`;
  return Date.parse(`${date}T${part("hour")}:${part("minute")}:00Z`);
}
