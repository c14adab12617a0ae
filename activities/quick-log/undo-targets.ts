import type { UndoOperation } from "../../contract/quick-log/schema.ts";
import type { PastOperation } from "../../rules/quick-log/quick-log-state.ts";

/** What undos of a batch may name: by receipt or, of the phone's own, by the id that it gave. */
export interface UndoTargets {
  find(named: UndoOperation): PastOperation | undefined;
  /** Keeps an operation, or how it stands now. */
  put(operation: PastOperation): void;
}

/** The operations that are known so far; one that is named in both ways is one. */
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
  const stands = (receiptId: string) => byReceipt.get(receiptId)?.undone !== true;
  /** Of the batch under way no receipt is stored yet: what its phone started stands beside what others did. */
  const startsAfter = ({ actionKind, isOwn, taskId, laterStarts }: PastOperation) => {
    if (actionKind !== "OPEN_STRUCTURED_LOG" || isOwn) return laterStarts;
    const ofTask = ownStarts.filter((start) => start.taskId === taskId);
    return [...laterStarts, ...ofTask.map(({ receiptId }) => receiptId)];
  };
  return {
    find({ undoesReceiptId, undoesClientOperationId = "" }) {
      const byId = receiptIds.get(undoesClientOperationId) ?? "";
      // A receipt of before a restore is known no more: what was sent again has another.
      const operation = byReceipt.get(undoesReceiptId ?? "") ?? byReceipt.get(byId);
      return operation && { ...operation, laterStarts: startsAfter(operation).filter(stands) };
    },
    put(operation) {
      const isNew = !byReceipt.has(operation.receiptId);
      if (isNew && operation.actionKind === "OPEN_STRUCTURED_LOG") ownStarts.push(operation);
      keep(operation);
    },
  };
}
