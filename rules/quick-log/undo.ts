import type { TaskStatus } from "../../contract/agenda/vocabulary.ts";
import { UNDO_WINDOW_HOURS } from "../../contract/quick-log/vocabulary.ts";
import type { RefetchReason, VerdictCode } from "../../contract/sync/vocabulary.ts";
import type { WorkingItem } from "../agenda/agenda-task.ts";
import { closeTask } from "../agenda/closing/close-task.ts";
import { countedEntries, type ValueEntry } from "../agenda/day-value.ts";
import { changeTask, type WantedChange } from "./change-task.ts";
import { refuseFor } from "./judge-task.ts";
import type {
  PastOperation,
  QuickLogAction,
  QuickLogOutcome,
  TaskChange,
  TaskState,
} from "./types.ts";
import { unchanged } from "./steps/unchanged.ts";

/**
 * Undoes one earlier operation of the client from any phone, within 24 hours of its acceptance and before the coach
 * reviewed it. It reverts only that operation's effects, and is refused if a later operation builds on it.
 */
export function undo(
  state: TaskState,
  action: QuickLogAction,
  target: PastOperation | undefined,
): QuickLogOutcome {
  if (target === undefined || target.taskId !== state.task.id || target.actionKind === "UNDO")
    return refused(state, "UNDO_TARGET_UNKNOWN", "STALE");
  if (target.undone) return refused(state, "ALREADY_UNDONE", "CLOSED");
  if (isReviewed(state, target) || action.now > undoUntil(target.decidedAt))
    return refused(state, "UNDO_WINDOW_CLOSED", "CLOSED");
  const items = restoredItems(state, target);
  const newValue = compensatingValue(state, action, target);
  if (items === null || newValue === null || movedOn(state, target))
    return refused(state, "UNDO_SUPERSEDED", "CLOSED");
  const restored = changeTask(state, action, {
    status: restoredStatus(state, target),
    items,
    undoes: target,
    ...(newValue === undefined ? {} : { newValue }),
    ...snoozeBefore(state, target),
  });
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

/** The former status, unless a later operation changed it, e.g. by a skip. */
function restoredStatus({ task }: TaskState, { effects }: PastOperation): TaskStatus {
  return task.status === effects.taskTo ? effects.taskFrom : task.status;
}

/**
 * A task without items and values can only be reverted from the status that the operation left, after a close if
 * there was one. A start is not reverted once another phone has continued the task with a start of its own.
 */
function movedOn(
  { task, dayClosedAt }: TaskState,
  { effects, laterStarts }: PastOperation,
): boolean {
  if (laterStarts.length > 0) return true;
  if (effects.snooze) return task.snoozeCount !== effects.snooze.count;
  const bare = effects.items.length === 0 && effects.valueEntryId === null;
  const { taskTo: status } = effects;
  const left = dayClosedAt === null ? status : closeTask({ ...task, status });
  return bare && task.status !== left;
}

/** The former snooze, if the operation was a snooze. */
function snoozeBefore(
  { task }: TaskState,
  { effects }: PastOperation,
): Pick<WantedChange, "snooze"> {
  if (!effects.snooze) return {};
  const { from } = effects.snooze;
  const snoozedUntil = from === null ? null : new Date(from);
  return { snooze: { snoozedUntil, snoozeCount: task.snoozeCount - 1 } };
}

/** The former items, or null if a later operation changed one of them. */
function restoredItems(state: TaskState, target: PastOperation): WorkingItem[] | null {
  const restored: WorkingItem[] = [];
  for (const { itemId, from } of target.effects.items) {
    const item = state.items.find(({ id }) => id === itemId);
    if (item === undefined || item.latestReceiptId !== target.receiptId) return null;
    restored.push({
      ...item,
      status: from,
      inputValues: null,
      completionSource: null,
      completedAt: null,
      skippedAt: null,
      skipReason: null,
    });
  }
  return restored;
}

/**
 * The entry that reverts a value: it supersedes the undone entry and restates that entry's predecessor, or nothing.
 * The value of an undone correction is in force again through the entry that undid it. Undefined if there is no value
 * to revert, null if a later entry replaced it.
 */
function compensatingValue(
  state: TaskState,
  action: QuickLogAction,
  { effects }: PastOperation,
): ValueEntry | undefined | null {
  if (effects.valueEntryId === null) return undefined;
  const { valueEntryId } = effects;
  const undone = countedEntries(state.values).find(
    ({ id, restatesId }) => id === valueEntryId || restatesId === valueEntryId,
  );
  if (undone === undefined) return null;
  const recorded = state.values.find(({ id }) => id === valueEntryId);
  const before = state.values.find(({ id }) => id === recorded?.supersedesId);
  return {
    id: action.receiptId,
    value: before?.value ?? null,
    lineageId: action.lineageId,
    recordedAt: before?.recordedAt ?? undone.recordedAt,
    supersedesId: undone.id,
    restatesId: before === undefined ? null : (before.restatesId ?? before.id),
    superseded: false,
  };
}

function refused(state: TaskState, code: VerdictCode, reason: RefetchReason): QuickLogOutcome {
  return { kind: "REFUSED", refused: refuseFor(state, code, reason) };
}
