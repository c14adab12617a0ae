import type { QuickLogPayloads } from "../../../contract/quick-log/payload-schema.ts";
import type { WorkingItem } from "../../agenda/agenda-task.ts";
import { changeTask } from "../change-task.ts";
import { refuseFor } from "../judge-task.ts";
import type { QuickLogAction, QuickLogOutcome, TaskState } from "../types.ts";
import { itemField, wholeTask } from "../revision/written-fields.ts";
import { takeBackStatus } from "./take-back.ts";
import type { ActionRules } from "./types.ts";

/** Skips one item, or the task with all pending items: the task is then SKIPPED, even if some items were done. */
export const skip: ActionRules<"SKIP"> = {
  decide: decideSkip,
  undo: takeBackStatus,
  writeSet: (state, { itemId }) => (itemId === undefined ? wholeTask(state) : [itemField(itemId)]),
};

function decideSkip(
  state: TaskState,
  action: QuickLogAction,
  payload: QuickLogPayloads["SKIP"],
): QuickLogOutcome {
  const skipped = (item: WorkingItem): WorkingItem => ({
    ...item,
    status: "SKIPPED",
    skipReason: payload.reason,
    skippedAt: action.now,
  });
  if (payload.itemId === undefined)
    return changeTask(state, action, {
      status: "SKIPPED",
      items: state.items.filter(isPending).map(skipped),
    });
  const item = state.items.find(({ id }) => id === payload.itemId);
  if (item === undefined)
    return { kind: "REFUSED", refused: refuseFor(state, "ITEM_UNKNOWN", "STALE") };
  if (!isPending(item))
    return { kind: "REFUSED", refused: refuseFor(state, "ITEM_CLOSED", "CLOSED") };
  return changeTask(state, action, { items: [skipped(item)] });
}

function isPending(item: WorkingItem): boolean {
  return item.status === "PENDING";
}
