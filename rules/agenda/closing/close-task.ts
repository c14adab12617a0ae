import type { CompletionSummary } from "../../../contract/agenda/schema.ts";
import type { TaskStatus } from "../../../contract/agenda/vocabulary.ts";
import { isOpen } from "../../../contract/agenda/order-agenda.ts";

/**
 * The status of a task on a closed day (docs/rooms/agenda.md#closing). Done and canceled tasks stay. An open metric
 * with an entry becomes COMPLETED, any other open task MISSED. The close applies this rule, and so does every later
 * accepted action.
 */
export function closeTask({ status, completionSummary }: ClosableTask): TaskStatus {
  if (!isOpen(status)) return status;
  return completionSummary.value === null ? "MISSED" : "COMPLETED";
}

/** The parts of a task that its closing depends on: status, progress of its items, the day's value. */
export interface ClosableTask {
  readonly status: TaskStatus;
  readonly completionSummary: CompletionSummary;
}

/**
 * Whether evidence may still change a task of a closed day: a missed task, or a metric that only the close completed.
 * Results that the client finished are final.
 */
export function takesEvidence({ status, completionSummary }: ClosableTask): boolean {
  return status === "MISSED" || (status === "COMPLETED" && completionSummary.value !== null);
}
