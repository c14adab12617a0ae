import type { CompletionSummary } from "../../../contract/agenda/schema.ts";
import type { TaskStatus } from "../../../contract/agenda/vocabulary.ts";
import { isOpen } from "../../../contract/agenda/order.ts";

/** As much of a task as its closing depends on: its status, how far its items are, its day's value. */
export interface ClosableTask {
  readonly status: TaskStatus;
  readonly completionSummary: CompletionSummary;
}

/**
 * The status of a task on a closed day (docs/rooms/agenda.md#closing): what is done, and what its source
 * took back, stays; of what is open a metric with an entry is COMPLETED, anything else MISSED. The close
 * applies it, and every act that is accepted afterwards ends with it.
 */
export function closeTask({ status, completionSummary }: ClosableTask): TaskStatus {
  if (!isOpen(status)) return status;
  return completionSummary.value === null ? "MISSED" : "COMPLETED";
}

/**
 * Whether evidence may still change a task of a closed day: what was missed, and a metric that only the
 * close completed. What the client brought to its end stays as on any day.
 */
export function takesEvidence({ status, completionSummary }: ClosableTask): boolean {
  return status === "MISSED" || (status === "COMPLETED" && completionSummary.value !== null);
}
