import { BULK_CODES, type BulkCode } from "../../../contract/inbox/bulk-schema.ts";
import { PROBLEMS } from "../../../contract/problems.ts";
import { type FieldError, Refusal } from "../../../contract/refusal.ts";
import type { CoachTask } from "../../../db/inbox/coach-task.ts";
import { undoableUntil } from "../../../rules/inbox/judge-act.ts";
import type { LoadedTask } from "./loaded-task.ts";
import type { ActEvent } from "./task-act.ts";

/** The outcome for one of many tasks. */
export interface BulkOutcome {
  readonly taskId: string;
  readonly outcome: "APPLIED" | "NO_OP" | "REFUSED";
  /** Why it was refused; null if it was not. */
  readonly code: BulkCode | null;
  /** The same as a sentence, with the place of the request that was refused; null if it was not. */
  readonly reason: FieldError | null;
  /** Until when the coach can undo the decision; null if never. */
  readonly undoUntil: Date | null;
  /** The accepted task; null if it was refused. */
  readonly task: CoachTask | null;
}

/** The outcome of an accepted act; without an event the task already was in the wanted state. */
export function acceptedOutcome(
  { task, now }: LoadedTask,
  event: ActEvent | null,
  byUserId: string,
): BulkOutcome {
  const outcome = event === null ? "NO_OP" : "APPLIED";
  const decision = { byUserId: task.closedByUserId, closedAt: task.closedAt };
  const undoUntil = undoableUntil(decision, byUserId, now);
  return { taskId: task.id, outcome, code: null, reason: null, undoUntil, task };
}

/** @throws the error itself if it is not the outcome of a single task. */
export function outcomeOfError(taskId: string, error: unknown): BulkOutcome {
  if (!(error instanceof Refusal)) throw error;
  const code = BULK_CODES.find((known) => known === error.code);
  if (code === undefined) throw error;
  return refusedOutcome(taskId, code, error.details.errors?.[0]);
}

/** By default the reason is the sentence of the code. */
export function refusedOutcome(taskId: string, code: BulkCode, reason?: FieldError): BulkOutcome {
  const message = code === "TRY_AGAIN" ? TRY_AGAIN : PROBLEMS[code].detail;
  const fallback = { pointer: "", code, message };
  const none = { undoUntil: null, task: null };
  return { taskId, outcome: "REFUSED", code, reason: reason ?? fallback, ...none };
}

const TRY_AGAIN = "Somebody else is changing the records of this client. Try again.";

/** The outcome at its place of the request: a reason about no field points at the task. */
export function placeOutcome(outcome: BulkOutcome, place: number): BulkOutcome {
  const { reason } = outcome;
  if (reason === null || reason.pointer !== "") return outcome;
  return { ...outcome, reason: { ...reason, pointer: `/taskIds/${place}` } };
}
