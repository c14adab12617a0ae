import { localDateOf, startOfLocalDay } from "../local-day.ts";
import { type QuietHours, quietUntil } from "./quiet-hours.ts";

/** Whether one of the instants (RFC 3339) falls on the local day; false if there is none. */
export function isNotifiedOn(
  localDate: string | null,
  { notifiedAt, timezone }: { readonly notifiedAt: readonly string[]; readonly timezone: string },
): boolean {
  return notifiedAt.some((at) => localDateOf(new Date(at), timezone) === localDate);
}

/** The local day on which something decided now is delivered: after the quiet hours, if they cover the instant. */
export function deliveryDate(now: Date, timezone: string, quiet: QuietHours | null): string {
  const until = quiet === null ? null : quietUntil(now, timezone, quiet);
  return localDateOf(until ?? now, timezone);
}

/** Two days before and after an instant: whatever local day it is delivered on lies in between. */
export function daysAround(now: Date): { readonly from: Date; readonly until: Date } {
  return {
    from: new Date(now.getTime() - 2 * DAY_MS),
    until: new Date(now.getTime() + 3 * DAY_MS),
  };
}

const DAY_MS = 86_400_000;

/** The range of instants that a local day can cover, over all zones. */
export function daySomewhere(localDate: string): { readonly from: Date; readonly until: Date } {
  const start = startOfLocalDay(localDate, "UTC").getTime();
  return { from: new Date(start - DAY_MS), until: new Date(start + 2 * DAY_MS) };
}
