import type { DismissReason } from "../../../contract/inbox/vocabulary.ts";
import { stateConflict } from "../../../contract/state-conflict.ts";
import type { CoachTask } from "../../../db/inbox/coach-task.ts";
import { judgeDismissal } from "../../../rules/inbox/judge-act.ts";
import { isUnresolved } from "../../../rules/inbox/settle-case.ts";
import { refuseField, refuseWithoutNote } from "./refuse-field.ts";
import type { TaskAct } from "./task-act.ts";
import type { LoadedTask } from "./loaded-task.ts";
import { closeTask } from "./close-task.ts";

/**
 * Dismisses a task; its source stays as it is.
 *
 * @throws Refusal
 * - NOT_FOUND: the other task is unknown, or belongs to another client
 * - STATE_CONFLICT: the other task is the same one, or closed
 * - RESOLUTION_NOT_ALLOWED: too severe to be dismissed until it repeats
 * - NOTE_REQUIRED
 */
export const dismissTask = (dismissal: Dismissal): TaskAct => ({
  act: "DISMISS",
  dismissReason: dismissal.dismissReason,
  needs: dismissal.duplicateOf === null ? {} : { otherTaskId: dismissal.duplicateOf },
  decide(loaded, known, { byUserId }) {
    const { dismissReason, note, duplicateOf, untilOccurrences } = dismissal;
    const { severity } = loaded.task;
    const refusal = judgeDismissal(severity, dismissReason, { note, untilOccurrences });
    if (refusal === "NOTE_REQUIRED") throw refuseWithoutNote();
    if (refusal !== null) throw refuseField(refusal, "/untilOccurrences", TOO_SEVERE);
    if (duplicateOf !== null) requireOther(loaded, known.findTask(duplicateOf));
    const dismissedUntilCount = untilOccurrences;
    const fields = { dismissReason, note, duplicateOf, dismissedUntilCount };
    closeTask(loaded, "DISMISSED", { ...fields, closedByUserId: byUserId });
    return { type: "dismissed", metadata: { dismissReason } };
  },
});

const TOO_SEVERE = "Only a task of low or normal severity can be dismissed until it happens again.";

/** Why a coach dismisses a task. */
export interface Dismissal {
  readonly dismissReason: DismissReason;
  readonly note: string | null;
  /** The task that it duplicates. */
  readonly duplicateOf: string | null;
  /** The task stays dismissed until this many new occurrences. */
  readonly untilOccurrences: number | null;
}

/** @throws Refusal NOT_FOUND (no task of this client), STATE_CONFLICT (the same, or closed). */
function requireOther({ task }: LoadedTask, other: CoachTask | null): void {
  if (other?.relationshipId !== task.relationshipId)
    throw refuseField("NOT_FOUND", "/duplicateOf", "This client has no such task.");
  if (other.id === task.id || !isUnresolved(other.status))
    throw stateConflict("DUPLICATE_OF_ITSELF_OR_CLOSED");
}
