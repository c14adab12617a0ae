import type { SkipTask } from "../../contract/quick-log/schema.ts";
import type { AgendaTaskItem } from "../agenda/agenda-task.ts";
import { changeTask } from "./change-task.ts";
import { refuseFor } from "./judge-task.ts";
import type { QuickLogAction, QuickLogOutcome, TaskState } from "./quick-log-state.ts";

/** Skips one item, or the task with all items that are still pending. */
export function skip(state: TaskState, action: QuickLogAction, payload: SkipTask): QuickLogOutcome {
  if (payload.itemId === undefined)
    return changeTask(state, action, {
      status: "SKIPPED",
      items: state.items.filter(isPending).map((item) => skipped(item, action.now)),
    });
  const item = state.items.find(({ id }) => id === payload.itemId);
  if (item === undefined)
    return { kind: "REFUSED", refused: refuseFor(state, "ITEM_UNKNOWN", "STALE") };
  if (!isPending(item))
    return { kind: "REFUSED", refused: refuseFor(state, "ITEM_CLOSED", "CLOSED") };
  return changeTask(state, action, { items: [skipped(item, action.now)] });
}

function isPending(item: AgendaTaskItem): boolean {
  return item.status === "PENDING";
}

function skipped(item: AgendaTaskItem, now: Date): AgendaTaskItem {
  return { ...item, status: "SKIPPED", skippedAt: now };
}
