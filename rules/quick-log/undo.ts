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
} from "./quick-log-state.ts";
import { unchanged } from "./steps/unchanged.ts";

/** The instant after which an operation accepted at `acceptedAt` can no longer be undone. */
export function undoUntil(acceptedAt: Date): Date {
  return new Date(acceptedAt.getTime() + UNDO_WINDOW_HOURS * 3_600_000);
}

/**
 * Compensates one earlier operation of the client, on whichever phone, within 24 hours of its acceptance and
 * before the coach reviewed the day with it. It takes back just what that operation did, and nothing when
 * something later was built on it.
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

/** What did nothing has nothing to take back: a snooze that was over by then, one of two starts. */
function leavesAsItIs({ task }: TaskState, { next, changedItems, newValue }: TaskChange): boolean {
  return (
    changedItems.length === 0 &&
    newValue === null &&
    next.task.status === task.status &&
    next.task.snoozeCount === task.snoozeCount &&
    next.task.lateEvidence === task.lateEvidence
  );
}

/** Whether the coach saw it: a review ends the undo of what was accepted before, and of that alone. */
function isReviewed({ dayReviewedAt }: TaskState, { decidedAt }: PastOperation): boolean {
  return dayReviewedAt !== null && decidedAt <= dayReviewedAt;
}

/** The status as it was, unless a later operation moved the task on, e.g. skipped it. */
function restoredStatus({ task }: TaskState, { effects }: PastOperation): TaskStatus {
  return task.status === effects.taskTo ? effects.taskFrom : task.status;
}

/**
 * A task without items and values can only be taken back from where the operation left it, as its day knows it; not a
 * start that changed nothing for another phone, which goes on with the task.
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

/** How the task was put off before, where that was undone. */
function snoozeBefore(
  { task }: TaskState,
  { effects }: PastOperation,
): Pick<WantedChange, "snooze"> {
  if (!effects.snooze) return {};
  const { from } = effects.snooze;
  const snoozedUntil = from === null ? null : new Date(from);
  return { snooze: { snoozedUntil, snoozeCount: task.snoozeCount - 1 } };
}

/** The items as they were, or null when a later operation changed one of them. */
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
 * The entry that takes a value back: it supersedes the undone entry and says again what that one had
 * replaced, or nothing. A value whose correction was undone stands again, said by the entry that undid
 * it. Undefined without a value to take back, null when a later entry stands in its place.
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
