import type { CountedDay } from "../../kit/days/day-shape.ts";
import type { SummaryDay } from "../client-queries.ts";
import { addDays, mondayOf } from "../local-dates.ts";

/** Weeks from Monday to Sunday, newest first. A date without a day of the client has no state. */
export function weeksOf(
  days: readonly SummaryDay[],
  today: string,
  count: number,
): readonly Week[] {
  const byDate = new Map(days.map((day) => [day.localDate, day]));
  const newest = mondayOf(today);
  return Array.from({ length: count }, (_, back) => {
    const from = addDays(newest, -7 * back);
    const dates = Array.from({ length: 7 }, (_day, place) => addDays(from, place));
    const found = dates.flatMap((date) => byDate.get(date) ?? []);
    return {
      from,
      days: dates.map((date) => countsOf(date, byDate.get(date))),
      percent: percentOf(found),
      open: found.length,
    };
  });
}

export interface Week {
  /** Its Monday. */
  readonly from: string;
  readonly days: readonly CountedDay[];
  /** Percentage over its closed and offered days; null if no day counts: a gap, not zero. */
  readonly percent: number | null;
  /** Days that the client had. */
  readonly open: number;
}

function countsOf(localDate: string, day: SummaryDay | undefined): CountedDay {
  if (day === undefined)
    return { localDate, state: null, tasks: 0, completed: 0, skipped: 0, missed: 0, late: 0 };
  const { taskCount, completedCount, skippedCount, missedCount } = day.counters;
  return {
    localDate,
    state: stateOf(day),
    tasks: taskCount,
    completed: completedCount,
    skipped: skippedCount,
    missed: missedCount,
    late: day.lateCount,
  };
}

function stateOf({ notOffered, closedAt, heldReason }: SummaryDay): string {
  if (notOffered) return "NOT_OFFERED";
  if (closedAt !== null) return "CLOSED";
  return heldReason === null ? "OPEN" : "HELD";
}

function percentOf(days: readonly SummaryDay[]): number | null {
  const counted = days.filter(({ closedAt, notOffered }) => closedAt !== null && !notOffered);
  const sum = (part: "countedCount" | "completedCount") =>
    counted.reduce((total, { adherence }) => total + adherence[part], 0);
  const all = sum("countedCount");
  return all === 0 ? null : Math.round((100 * sum("completedCount")) / all);
}
