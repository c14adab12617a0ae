import type { QuickLogIntent } from "../../contract/quick-log/schema.ts";
import { listNamedTasks } from "../../db/agenda/queries.ts";
import {
  loadForeignChanges,
  loadPastOperations,
  loadValues,
  type UndoneOperation,
} from "../../db/quick-log/load-quick-log.ts";
import { listAcceptedOperations } from "../../db/quick-log/settlement.ts";
import type { Tx } from "../../db/transact.ts";
import { otherValues } from "../../rules/agenda/day-value.ts";
import type { TaskState } from "../../rules/quick-log/quick-log-state.ts";
import { judgeRevision } from "../../rules/sync/judge-revision.ts";
import type {
  AdmissionScope,
  OperationFeature,
  ReadyOperation,
  WorkingCopy,
} from "../sync/operation-feature.ts";
import { quickLogCopy } from "./quick-log-copy.ts";
import { quickLogEvents } from "./quick-log-events.ts";
import { quickLogTypes } from "./quick-log-types.ts";
import { wantedValues } from "./wanted-values.ts";

/** Quick-log's part of sync: one-tap actions on daily tasks. */
export const quickLogFeature: OperationFeature<QuickLogIntent> = {
  operationTypes: quickLogTypes,
  load: loadWorkingCopy,
  async listEvents(em, batchIds) {
    return (await listAcceptedOperations(em, batchIds)).flatMap(quickLogEvents);
  },
};

async function loadWorkingCopy(
  tx: Tx,
  scope: AdmissionScope,
  operations: readonly ReadyOperation<QuickLogIntent>[],
): Promise<WorkingCopy<QuickLogIntent>> {
  const taskIds = new Set(operations.map(({ intent }) => intent.payload.taskId));
  const named = await listNamedTasks(tx, scope.relationshipId, [...taskIds].toSorted());
  const pastOperations = await loadPastOperations(tx, scope, undoneBy(operations));
  const values = await loadValues(
    tx,
    named.flatMap(({ task }) => wantedValues(task, operations, pastOperations)),
  );
  const states = named.map(({ task: { items, ...task }, dayReviewedAt }) => {
    const entries = values.get(task.id) ?? [];
    const others = otherValues(task.completionSummary.value, entries);
    return { task, items, dayReviewedAt, values: entries, otherValues: others };
  });
  const foreignChanges = await loadForeignChanges(
    tx,
    scope,
    staleTaskIds(scope, states, operations),
  );
  return quickLogCopy(scope, { loaded: states, pastOperations, foreignChanges });
}

/** Tasks that others changed after an operation last saw them: what was changed is told. */
function staleTaskIds(
  { lineageId }: AdmissionScope,
  states: readonly TaskState[],
  operations: readonly ReadyOperation<QuickLogIntent>[],
): string[] {
  const tasks = new Map(states.map(({ task }) => [task.id, task]));
  const stale = operations.flatMap(({ intent, expectedRevision }) => {
    const task = tasks.get(intent.payload.taskId);
    const isStale = task && judgeRevision(task, expectedRevision ?? 0, lineageId) === "STALE";
    return isStale ? [task.id] : [];
  });
  return [...new Set(stale)];
}

function undoneBy(operations: readonly ReadyOperation<QuickLogIntent>[]): UndoneOperation[] {
  return operations.flatMap(({ intent }) => {
    if (intent.actionKind !== "UNDO") return [];
    const { taskId, undoesClientOperationId: clientOperationId } = intent.payload;
    return [{ taskId, clientOperationId }];
  });
}
