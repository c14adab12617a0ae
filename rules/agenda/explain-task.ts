import type { CompletionSummary } from "../../contract/agenda/schema.ts";
import type {
  TaskEventSource,
  TaskExplanationCode,
  TaskStatus,
} from "../../contract/agenda/vocabulary.ts";

/** An entry of a task's history, as far as it explains what the task became. */
export interface ExplainingEvent {
  readonly from: TaskStatus | null;
  readonly to: TaskStatus;
  readonly reason: string | null;
  /** An operation of a device made it. */
  readonly byDevice: boolean;
}

/** A task with its history, oldest first. */
export interface ExplainedTask {
  readonly status: TaskStatus;
  readonly completionSummary: CompletionSummary;
  readonly lateEvidence: boolean;
  /** Its day was opened too late for anybody to be asked. */
  readonly notOffered: boolean;
  readonly events: readonly ExplainingEvent[];
}

/**
 * Why a task was missed, taken back or replaced, or that what made it what it is came late; null where its status
 * says all (docs/rooms/agenda.md#coach-summary).
 */
export function explainTask(task: ExplainedTask): TaskExplanationCode | null {
  switch (task.status) {
    case "MISSED":
      return explainMissed(task);
    case "SUPERSEDED":
      return "SUPERSEDED";
    case "CANCELED":
      return explainCanceled(task);
    case "PENDING":
    case "IN_PROGRESS":
    case "COMPLETED":
    case "SKIPPED":
      return task.lateEvidence ? "CAME_LATE" : null;
  }
}

/** Where a change of status came from. */
export function sourceOfEvent({ reason, byDevice }: ExplainingEvent): TaskEventSource {
  if (byDevice) return "OPERATION";
  if (reason === "FORM_SUBMITTED") return "FORM";
  return reason === "DAY_CLOSED" || reason === "RELATIONSHIP_ENDED" ? "CLOSING" : "SOURCE";
}

function explainCanceled(task: ExplainedTask): TaskExplanationCode {
  const reason = lastOf(task)?.reason;
  if (reason === "ASKED_LATER") return "ASKED_LATER";
  if (reason === "RELATIONSHIP_ENDED") return "CANCELED_BY_END";
  return reason === "SOURCE_PAUSED" ? "CANCELED_BY_PAUSE" : "CANCELED_BY_SOURCE";
}

function explainMissed(task: ExplainedTask): TaskExplanationCode {
  const { completedItemCount, skippedItemCount } = task.completionSummary;
  if (completedItemCount + skippedItemCount > 0) return "MISSED_IN_PART";
  if (lastOf(task)?.reason === "LATE_UNDO") return "MISSED_TAKEN_BACK";
  // Nothing of it is done, so that it was begun, and told of late.
  if (task.lateEvidence) return "MISSED_UNFINISHED";
  if (task.notOffered) return "MISSED_NOT_OFFERED";
  const closing = task.events.findLast(({ reason }) => reason === "DAY_CLOSED");
  return closing?.from === "IN_PROGRESS" ? "MISSED_UNFINISHED" : "MISSED_UNTOUCHED";
}

const lastOf = ({ events }: ExplainedTask) => events.at(-1);
