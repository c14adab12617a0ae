import type { DayValue } from "../../../contract/agenda/schema.ts";
import type { SummedTask } from "../../../rules/agenda/summarise-day.ts";

/** Progress of a task with this many items, completed and skipped items, and its day's value. */
export function progress(
  itemCount: number,
  completedItemCount = 0,
  skippedItemCount = 0,
  value: DayValue | null = null,
) {
  return { itemCount, completedItemCount, skippedItemCount, value };
}

/** An entry of a metric. */
export const anEntry: DayValue = {
  current: 300,
  entryCount: 1,
  lastRecordedAt: "2026-01-05T08:00:00.000Z",
};

/** A pending task without items, with the fields that the sums of its day need. */
export function aCountable(change: Partial<SummedTask> = {}): SummedTask {
  return {
    status: "PENDING",
    revision: 1,
    completionSummary: progress(0),
    skipReasons: [],
    notOffered: false,
    ...change,
  };
}
