import type { components } from "../../api/routes.d.ts";
import type { TimelineEntry } from "./timeline-query.ts";

/** The entries by their local date at the client's place, in their order. Something without a date is left out. */
export function daysOf(
  entries: readonly components["schemas"]["TimelineEntry"][],
): readonly TimelineDay[] {
  const known = entries.filter((entry) => "facts" in entry);
  const byDate = Map.groupBy(known, ({ localDate }) => localDate);
  return [...byDate].map(([localDate, onThatDay]) => ({ localDate, entries: onThatDay }));
}

/** Events of one date. */
export interface TimelineDay {
  readonly localDate: string;
  readonly entries: readonly TimelineEntry[];
}
