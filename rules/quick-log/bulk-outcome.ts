import type { CompletionSummary } from "../../contract/agenda/schema.ts";
import type { LeftItemReason } from "../../contract/quick-log/vocabulary.ts";
import type { AgendaTaskItem } from "../agenda/agenda-task.ts";
import type { TaskChange } from "./types.ts";

/** The outcome of complete-all apart from the completed items, stored so that a replay returns it unchanged. */
export interface BulkOutcome {
  readonly left: readonly { readonly itemId: string; readonly reason: LeftItemReason }[];
  readonly summary: CompletionSummary;
}

/** The items that a complete-all left unchanged, with reasons, and the task's resulting progress. */
export function bulkOutcome({ next, changedItems }: TaskChange): BulkOutcome {
  const ticked = new Set(changedItems.map(({ id }) => id));
  const left = next.items.filter(({ id }) => !ticked.has(id));
  return {
    left: left.map((item) => ({ itemId: item.id, reason: whyLeft(item) })),
    summary: next.task.completionSummary,
  };
}

function whyLeft({ status, bulkEligible }: AgendaTaskItem): LeftItemReason {
  if (status !== "PENDING") return "ALREADY_CLOSED";
  return bulkEligible ? "INPUT_REQUIRED" : "NOT_BULK_ELIGIBLE";
}
