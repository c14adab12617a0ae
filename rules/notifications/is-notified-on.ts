import { localDateOf } from "../local-day.ts";

/** Whether one of the instants, RFC 3339, falls on the local day; never without one. */
export function isNotifiedOn(
  localDate: string | null,
  { toldAt, timezone }: { readonly toldAt: readonly string[]; readonly timezone: string },
): boolean {
  return toldAt.some((at) => localDateOf(new Date(at), timezone) === localDate);
}
