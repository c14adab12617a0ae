import type { AdmittedTaskOperation } from "./admit-task-operation.ts";
import { isAccepted, presentAction } from "./present.ts";

/** The answer to a recorded value: its entry, whether it counted, and its effects, as stored. */
export function presentValue(admitted: AdmittedTaskOperation) {
  const { receipt, task, counters } = presentAction(admitted);
  const { receiptId, refetch: hints } = receipt;
  const { taskFrom: from = null, taskTo: to = null, effects } = admitted.logged ?? {};
  const effect = effects?.notCounted === true ? ("NOT_COUNTED" as const) : ("COUNTED" as const);
  const isStored = receiptId !== null && isAccepted(receipt);
  return {
    receipt,
    entry: isStored ? { entryId: receiptId, effect } : null,
    taskEffect: isStored && from !== null && to !== null ? { from, to } : null,
    task,
    counters,
    hints,
  };
}

/** The answer to a complete-all: completed and skipped items as stored, the same on each replay. */
export function presentCompleteAll(admitted: AdmittedTaskOperation) {
  const { receipt, task, counters } = presentAction(admitted);
  const { items = [], bulk } = (isAccepted(receipt) ? admitted.logged?.effects : null) ?? {};
  return {
    receipt,
    acceptedItemIds: items.flatMap(({ itemId, to }) => (to === "COMPLETED" ? [itemId] : [])),
    skippedItems: [...(bulk?.left ?? [])],
    summary: bulk?.summary ?? null,
    task,
    counters,
  };
}
