import type { CompletionSummary, DayValue } from "../../contract/agenda/schema.ts";
import type { AgendaItemStatus } from "../../contract/agenda/vocabulary.ts";
import type { AgendaTaskItem } from "./agenda-task.ts";

/** The progress of a task: its items by status, and the day's value if it has a metric. */
export function completionSummary(
  items: readonly Pick<AgendaTaskItem, "status">[],
  value: DayValue | null = null,
): CompletionSummary {
  const count = (wanted: AgendaItemStatus) =>
    items.filter(({ status }) => status === wanted).length;
  return {
    itemCount: items.length,
    completedItemCount: count("COMPLETED"),
    skippedItemCount: count("SKIPPED"),
    value,
  };
}
