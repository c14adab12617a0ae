import type { CountedDay } from "../../kit/days/day-shape.ts";
import type { SummaryDay } from "../client-queries.ts";
import { addDays, mondayOf } from "../local-dates.ts";
import { skipReason } from "../task-tag.ts";

/** Weeks from Monday to Sunday, newest first. A date without a day has no state, unless it is to come. */
export function weeksOf(days: readonly SummaryDay[], { today, count, isRunning }: Span): Week[] {
  const byDate = new Map(days.map((day) => [day.localDate, day]));
  const newest = mondayOf(today);
  const stateWithoutDay = (date: string) => (isRunning && date > today ? "TO_COME" : null);
  return Array.from({ length: count }, (_, back) => {
    const from = addDays(newest, -7 * back);
    const dates = Array.from({ length: 7 }, (_day, place) => addDays(from, place));
    const found = dates.flatMap((date) => byDate.get(date) ?? []);
    return {
      from,
      days: dates.map((date) => {
        const day = byDate.get(date);
        return day === undefined ? emptyDay(date, stateWithoutDay(date)) : countsOf(day);
      }),
      percent: percentOf(found),
      note: noteOf(found),
    };
  });
}

interface Span {
  /** The client's date. */
  readonly today: string;
  /** How many weeks. */
  readonly count: number;
  /** False once the relationship has ended: then nothing is to come. */
  readonly isRunning: boolean;
}

export interface Week {
  /** Its Monday. */
  readonly from: string;
  readonly days: readonly CountedDay[];
  /** Percentage over its closed and offered days; null if no day counts: a gap, not zero. */
  readonly percent: number | null;
  readonly note: WeekNote;
}

/** Why a week was not all done: its misses, its skips with their most frequent reason, and what came late. */
export interface WeekNote {
  readonly missed: number;
  readonly skipped: number;
  readonly reason: string | null;
  readonly late: number;
}

const emptyDay = (localDate: string, state: string | null): CountedDay => ({
  localDate,
  state,
  tasks: 0,
  completed: 0,
  skipped: 0,
  missed: 0,
  late: 0,
});

function countsOf(day: SummaryDay): CountedDay {
  const { taskCount, completedCount, skippedCount, missedCount } = day.counters;
  return {
    localDate: day.localDate,
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

function noteOf(days: readonly SummaryDay[]): WeekNote {
  const sum = (count: (day: SummaryDay) => number) =>
    days.reduce((total, day) => total + count(day), 0);
  const reasons = days.flatMap(({ tasks }) => tasks.flatMap((task) => skipReason(task) ?? []));
  const byReason = [...Map.groupBy(reasons, (reason) => reason)];
  const [most] = byReason.toSorted(([, one], [, other]) => other.length - one.length);
  return {
    // A day that was not offered counts for nothing.
    missed: sum(({ notOffered, counters }) => (notOffered ? 0 : counters.missedCount)),
    skipped: sum(({ counters }) => counters.skippedCount),
    reason: most?.[0] ?? null,
    late: sum(({ lateCount }) => lateCount),
  };
}
