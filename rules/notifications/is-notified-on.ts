import { localDateOf, startOfLocalDay } from "../local-day.ts";

/** Whether one of the instants (RFC 3339) falls on the local day; false if there is none. */
export function isNotifiedOn(
  localDate: string | null,
  { notifiedAt, timezone }: { readonly notifiedAt: readonly string[]; readonly timezone: string },
): boolean {
  return notifiedAt.some((at) => localDateOf(new Date(at), timezone) === localDate);
}

const DAY_MS = 86_400_000;

/** The range of instants that a local day can cover, over all zones. */
export function daySomewhere(localDate: string): { readonly from: Date; readonly until: Date } {
  const start = startOfLocalDay(localDate, "UTC").getTime();
  return { from: new Date(start - DAY_MS), until: new Date(start + 2 * DAY_MS) };
}
