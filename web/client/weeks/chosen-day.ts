import type { SummaryDay } from "../client-queries.ts";
import { addDays } from "../local-dates.ts";

/** The date that the weeks open with: today, or the newest date before it that has a task; null without any. */
export function firstDate(days: readonly DatedDay[], today: string): string | null {
  const dates = days
    .filter(({ localDate, tasks }) => localDate <= today && tasks.length > 0)
    .map(({ localDate }) => localDate);
  return dates.toSorted().at(-1) ?? null;
}

type DatedDay = Pick<SummaryDay, "localDate" | "tasks">;

/**
 * The date that an arrow key leads to: a day earlier or later, or the same weekday of the week above or below. The weeks
 * stand newest first. Dates without a day are passed over; null if none is left that way.
 */
export function dateByKey(dates: readonly string[], from: string, key: string): string | null {
  const step = STEPS[key];
  if (step === undefined) return null;
  const sorted = dates.toSorted();
  const [oldest = from, newest = from] = [sorted.at(0), sorted.at(-1)];
  let date = addDays(from, step);
  while (date >= oldest && date <= newest) {
    if (dates.includes(date)) return date;
    date = addDays(date, step);
  }
  return null;
}

const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: 7,
  ArrowDown: -7,
};
