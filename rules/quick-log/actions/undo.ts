import { UNDO_WINDOW_HOURS } from "../../../contract/quick-log/vocabulary.ts";
import type { RefetchReason, VerdictCode } from "../../../contract/sync/vocabulary.ts";
import { changeTask } from "../change-task.ts";
import { refuseFor } from "../judge-task.ts";
import { itemField, valueFields, wholeTask } from "../revision/written-fields.ts";
import { unchanged } from "../steps/unchanged.ts";
import type {
  PastOperation,
  QuickLogAction,
  QuickLogEffects,
  QuickLogOutcome,
  TaskChange,
  TaskState,
} from "../types.ts";
import type { ActionRules, Undoing } from "./types.ts";

/**
 * Undoes one earlier operation of the client from any phone, within the undo window and before the coach reviewed it
 * (docs/rooms/quick-log.md#undo-window). It takes back only that operation's effects, and is refused if a later
 * operation builds on it.
 */
export const undo: ActionRules<"UNDO"> = {
  decide: (state, action, _payload, undoing) => decideUndo(state, action, undoing),
  undo: null,
  writeSet: (state, _payload, undoTarget) =>
    undoTarget === undefined ? wholeTask(state) : undoneFields(state, undoTarget.effects),
  // An undo belongs to its operation and is never resubmitted.
  suits: () => false,
};

function decideUndo(
  state: TaskState,
  action: QuickLogAction,
  undoing: Undoing | undefined,
): QuickLogOutcome {
  if (undoing === undefined) return refused(state, "UNDO_TARGET_UNKNOWN", "STALE");
  const { target, takeBack } = undoing;
  if (takeBack === null || target.taskId !== state.task.id)
    return refused(state, "UNDO_TARGET_UNKNOWN", "STALE");
  if (target.undone) return refused(state, "ALREADY_UNDONE", "CLOSED");
  if (isReviewed(state, target) || action.now > undoUntil(target.decidedAt))
    return refused(state, "UNDO_WINDOW_CLOSED", "CLOSED");
  const wanted = takeBack(state, target, action);
  if (wanted === null) return refused(state, "UNDO_SUPERSEDED", "CLOSED");
  const restored = changeTask(state, action, { ...wanted, undoes: target });
  return restored.kind === "CHANGE" && leavesAsItIs(state, restored.change)
    ? unchanged({ ...state, starts: restored.change.next.starts }, target)
    : restored;
}

/** The instant after which an operation accepted at `acceptedAt` can no longer be undone. */
export function undoUntil(acceptedAt: Date): Date {
  return new Date(acceptedAt.getTime() + UNDO_WINDOW_HOURS * 3_600_000);
}

/** An operation without effect leaves nothing to revert: an expired snooze, one of two starts. */
function leavesAsItIs({ task }: TaskState, { next, changedItems, newValue }: TaskChange): boolean {
  return (
    changedItems.length === 0 &&
    newValue === null &&
    next.task.status === task.status &&
    next.task.snoozeCount === task.snoozeCount &&
    next.task.lateEvidence === task.lateEvidence
  );
}

/** Whether the coach reviewed it: a review ends the undo of operations accepted before it, and of no others. */
function isReviewed({ dayReviewedAt }: TaskState, { decidedAt }: PastOperation): boolean {
  return dayReviewedAt !== null && decidedAt <= dayReviewedAt;
}

function undoneFields(state: TaskState, effects: QuickLogEffects): readonly string[] {
  const fields = effects.items.map(({ itemId }) => itemField(itemId));
  if (effects.valueEntryId !== null) return [...fields, ...valueFields(state)];
  if (effects.snooze) return ["snooze"];
  return fields.length === 0 ? ["status"] : fields;
}

function refused(state: TaskState, code: VerdictCode, reason: RefetchReason): QuickLogOutcome {
  return { kind: "REFUSED", refused: refuseFor(state, code, reason) };
}
