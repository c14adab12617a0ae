import type { AdmittedBatch } from "../../activities/sync/admission/admission.ts";
import type { OperationResult } from "../../contract/sync/schema.ts";
import type { AgendaTaskItem, StoredTask } from "../../rules/agenda/agenda-task.ts";
import { presentAction } from "./present.ts";

type Admitted = AdmittedBatch<readonly StoredTask[]>;

/** Whether an operation was accepted, now or before. */
export function isAccepted({ status }: OperationResult): boolean {
  return status === "ACCEPTED" || status === "ALREADY_ACCEPTED";
}

/** The answer of a value: its entry, and whether it counts. */
export function presentValue(taskId: string, admitted: Admitted) {
  const { receipt, task, counters } = presentAction(taskId, admitted);
  const imported = task?.completionSummary.value?.imported;
  const effect = imported === undefined ? ("COUNTED" as const) : ("NOT_COUNTED" as const);
  const { receiptId, refetch: hints } = receipt;
  const entry = receiptId !== null && isAccepted(receipt) ? { entryId: receiptId, effect } : null;
  return { receipt, entry, task, counters, hints };
}

/** The answer of complete-all: what it ticked as it is stored, however often it is asked, and what it left. */
export function presentCompleteAll(
  taskId: string,
  admitted: Admitted,
  acceptedItemIds: readonly string[],
) {
  const { receipt, task, counters } = presentAction(taskId, admitted);
  const items = admitted.extra.find(({ id }) => id === taskId)?.items ?? [];
  const left = isAccepted(receipt) ? items.filter(({ id }) => !acceptedItemIds.includes(id)) : [];
  return {
    receipt,
    acceptedItemIds: [...acceptedItemIds],
    skippedItems: left.map((item) => ({ itemId: item.id, reason: whyLeft(item) })),
    summary: task?.completionSummary ?? null,
    task,
    counters,
  };
}

function whyLeft({ status, bulkEligible }: AgendaTaskItem) {
  if (status !== "PENDING") return "ALREADY_CLOSED" as const;
  return bulkEligible ? ("INPUT_REQUIRED" as const) : ("NOT_BULK_ELIGIBLE" as const);
}
