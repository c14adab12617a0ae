import type { CompletionSummary } from "../../contract/agenda/schema.ts";
import type { TaskExplanationCode } from "../../contract/agenda/explanation-vocabulary.ts";
import type { TaskEventSource, TaskStatus } from "../../contract/agenda/vocabulary.ts";

/**
 * Why a task was missed, canceled or replaced, or that late evidence decided its status. Null if its status explains
 * itself (docs/rooms/agenda.md#coach-summary).
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

/** An entry of a task's history, reduced to what explains the task's status. */
export interface ExplainingEvent {
  readonly at: string;
  readonly from: TaskStatus | null;
  readonly to: TaskStatus;
  readonly reason: string | null;
  /** Made by an operation of a device. */
  readonly byDevice: boolean;
}

/** A task with its history, oldest first. */
export interface ExplainedTask {
  readonly status: TaskStatus;
  readonly completionSummary: CompletionSummary;
  readonly lateEvidence: boolean;
  /** Its day opened too late to be offered to the client. */
  readonly notOffered: boolean;
  /** When the relationship ended; null while it runs. */
  readonly relationshipEndedAt: string | null;
  readonly events: readonly ExplainingEvent[];
}

/** The source of a status change. */
export function sourceOfEvent({ reason, byDevice }: ExplainingEvent): TaskEventSource {
  if (byDevice) return "OPERATION";
  if (reason === "FORM_SUBMITTED") return "FORM";
  return reason === "DAY_CLOSED" || reason === "RELATIONSHIP_ENDED" ? "CLOSING" : "SOURCE";
}

function explainCanceled(task: ExplainedTask): TaskExplanationCode {
  const last = lastOf(task);
  const reason = last?.reason;
  if (reason === "ASKED_LATER") return "ASKED_LATER";
  if (reason === "RELATIONSHIP_ENDED" || isSince(last, task.relationshipEndedAt))
    return "CANCELED_BY_END";
  return reason === "SOURCE_PAUSED" ? "CANCELED_BY_PAUSE" : "CANCELED_BY_SOURCE";
}

function explainMissed(task: ExplainedTask): TaskExplanationCode {
  const { completedItemCount, skippedItemCount } = task.completionSummary;
  if (completedItemCount + skippedItemCount > 0) return "MISSED_IN_PART";
  if (lastOf(task)?.reason === "LATE_UNDO") return "MISSED_TAKEN_BACK";
  // No item is done, so the late evidence shows that it was begun.
  if (task.lateEvidence) return "MISSED_UNFINISHED";
  if (task.notOffered) return "MISSED_NOT_OFFERED";
  const closing = task.events.findLast(({ reason }) => reason === "DAY_CLOSED");
  return closing?.from === "IN_PROGRESS" ? "MISSED_UNFINISHED" : "MISSED_UNTOUCHED";
}

/** The end of a relationship ends its plans and forms, which then withdraw their tasks. */
function isSince(event: ExplainingEvent | undefined, endedAt: string | null): boolean {
  if (event === undefined || endedAt === null) return false;
  return Date.parse(event.at) >= Date.parse(endedAt);
}

const lastOf = ({ events }: ExplainedTask) => events.at(-1);
