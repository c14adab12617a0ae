import type { TaskStatus } from "../../../contract/agenda/vocabulary.ts";
import type { WorkingItem } from "../../agenda/agenda-task.ts";
import { closeTask } from "../../agenda/closing/close-task.ts";
import type { WantedChange } from "../change-task.ts";
import type { PastOperation, TaskState } from "../types.ts";

/**
 * Takes back what an operation did to the status and the items of its task. A task without items can only be taken
 * back from the status that the operation left, after a close if there was one.
 *
 * @returns null if a later operation changed the status or one of the items.
 */
export function takeBackStatus(state: TaskState, target: PastOperation): WantedChange | null {
  const items = restoredItems(state, target);
  if (items === null || (items.length === 0 && movedOn(state, target))) return null;
  return { status: statusBefore(state, target), items };
}

/** The former status, unless a later operation changed it, e.g. by a skip. */
export function statusBefore({ task }: TaskState, { effects }: PastOperation): TaskStatus {
  return task.status === effects.taskTo ? effects.taskFrom : task.status;
}

function movedOn({ task, dayClosedAt }: TaskState, { effects }: PastOperation): boolean {
  const { taskTo: status } = effects;
  const left = dayClosedAt === null ? status : closeTask({ ...task, status });
  return task.status !== left;
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
