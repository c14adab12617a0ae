import type { QuickLogPayloads } from "../../contract/quick-log/payload-schema.ts";
import type { PastOperation } from "../../rules/quick-log/types.ts";

/** The operations that undos of a batch may name: by receipt, or the phone's own by their ids. */
export interface UndoTargets {
  find(named: QuickLogPayloads["UNDO"]): PastOperation | undefined;
  /** Stores an operation or its new state. */
  put(operation: PastOperation): void;
}

/** The operations known so far; one that is named both ways is stored once. */
export function undoTargets(known: readonly PastOperation[]): UndoTargets {
  const byReceipt = new Map<string, PastOperation>();
  const receiptIds = new Map<string, string>();
  const ownStarts: PastOperation[] = [];
  const keep = (operation: PastOperation) => {
    const { receiptId, clientOperationId } = operation;
    byReceipt.set(receiptId, operation);
    if (clientOperationId !== null) receiptIds.set(clientOperationId, receiptId);
  };
  for (const operation of known) keep(operation);
  const isInForce = (receiptId: string) => byReceipt.get(receiptId)?.undone !== true;
  /** No receipt of the present batch is stored yet: the starts of its own phone are added to those of others. */
  const startsAfter = ({ actionKind, isOwn, taskId, laterStarts }: PastOperation) => {
    if (actionKind !== "OPEN_STRUCTURED_LOG" || isOwn) return laterStarts;
    const ofTask = ownStarts.filter((start) => start.taskId === taskId);
    return [...laterStarts, ...ofTask.map(({ receiptId }) => receiptId)];
  };
  return {
    find({ undoesReceiptId, undoesClientOperationId = "" }) {
      const byId = receiptIds.get(undoesClientOperationId) ?? "";
      // A receipt from before a restore is unknown; the operation has another one since it was sent again.
      const operation = byReceipt.get(undoesReceiptId ?? "") ?? byReceipt.get(byId);
      return operation && { ...operation, laterStarts: startsAfter(operation).filter(isInForce) };
    },
    put(operation) {
      const isNew = !byReceipt.has(operation.receiptId);
      if (isNew && operation.actionKind === "OPEN_STRUCTURED_LOG") ownStarts.push(operation);
      keep(operation);
    },
  };
}
