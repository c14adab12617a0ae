import type { QuickLogIntent } from "../../contract/quick-log/schema.ts";
import {
  loadItems,
  loadPastOperations,
  loadTasks,
  loadValues,
} from "../../db/quick-log/load-quick-log.ts";
import type { Tx } from "../../db/transact.ts";
import type {
  AdmissionScope,
  OperationFeature,
  ReadyOperation,
  WorkingCopy,
} from "../sync/operation-feature.ts";
import { quickLogCopy } from "./quick-log-copy.ts";
import { quickLogTypes } from "./quick-log-types.ts";

/** Quick-log's part of sync: one-tap actions on daily tasks. */
export const quickLogFeature: OperationFeature<QuickLogIntent> = {
  operationTypes: quickLogTypes,
  load: loadWorkingCopy,
};

async function loadWorkingCopy(
  tx: Tx,
  scope: AdmissionScope,
  operations: readonly ReadyOperation<QuickLogIntent>[],
): Promise<WorkingCopy<QuickLogIntent>> {
  const taskIds = new Set(operations.map(({ intent }) => intent.payload.taskId));
  const loaded = await loadTasks(tx, scope.relationshipId, [...taskIds].toSorted());
  const ownIds = loaded.map(({ task }) => task.id);
  const items = await loadItems(tx, ownIds);
  const values = await loadValues(tx, ownIds);
  const past = await loadPastOperations(tx, scope, undoneIds(operations));
  const states = loaded.map(({ task, dayReviewedAt }) => ({
    task,
    dayReviewedAt,
    items: items.get(task.id) ?? [],
    values: values.get(task.id) ?? [],
  }));
  return quickLogCopy(scope, states, past);
}

function undoneIds(operations: readonly ReadyOperation<QuickLogIntent>[]): string[] {
  return operations.flatMap(({ intent }) =>
    intent.actionKind === "UNDO" ? [intent.payload.undoesClientOperationId] : [],
  );
}
