import { instantOfClock } from "../local-dates.ts";

/** The last minute of a date at a place, as an instant. */
export function dueInstant(date: string, zone: string): string {
  const due = instantOfClock(`${date}T23:59`, zone);
  if (due === null) throw new RangeError("Not a date");
  return due.toISOString();
}
