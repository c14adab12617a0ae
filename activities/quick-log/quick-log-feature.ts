import { v7 as uuidv7 } from "uuid";
import type { QuickLogIntent } from "../../contract/quick-log/schema.ts";
import {
  loadItems,
  loadPastOperations,
  loadTasks,
  loadValues,
} from "../../db/quick-log/load-quick-log.ts";
import type { Tx } from "../../db/transact.ts";
import { decideQuickLog } from "../../rules/quick-log/decide-quick-log.ts";
import { taskRefetch } from "../../rules/quick-log/judge-task.ts";
import type {
  PastOperation,
  TaskChange,
  TaskState,
} from "../../rules/quick-log/quick-log-state.ts";
import type { Accepted, Decision } from "../../rules/sync/decision.ts";
import type {
  AdmissionScope,
  OperationFeature,
  ReadyOperation,
  WorkingCopy,
} from "../sync/operation-feature.ts";
import { quickLogTypes } from "./quick-log-types.ts";
import { writeQuickLog, type DecidedQuickLog } from "./write-quick-log.ts";

/** One quick-log operation on its way through a batch. */
export type QuickLogOperation = ReadyOperation<QuickLogIntent>;

/** Quick-log's part of sync: one-tap actions on daily tasks. */
export const quickLogFeature: OperationFeature<QuickLogIntent> = {
  operationTypes: quickLogTypes,
  load: loadWorkingCopy,
};

async function loadWorkingCopy(
  tx: Tx,
  scope: AdmissionScope,
  operations: readonly QuickLogOperation[],
): Promise<WorkingCopy<QuickLogIntent>> {
  const taskIds = [...new Set(operations.map(({ intent }) => intent.payload.taskId))].sort();
  const loaded = await loadTasks(tx, scope.relationshipId, taskIds);
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
  return new QuickLogCopy(scope, states, past);
}

function undoneIds(operations: readonly QuickLogOperation[]): string[] {
  return operations.flatMap(({ intent }) =>
    intent.actionKind === "UNDO" ? [intent.payload.undoesClientOperationId] : [],
  );
}

/** The tasks of a batch as its operations leave them, and what was decided on the way. */
class QuickLogCopy implements WorkingCopy<QuickLogIntent> {
  readonly #scope: AdmissionScope;
  readonly #before: ReadonlyMap<string, TaskState>;
  readonly #states: Map<string, TaskState>;
  readonly #past: Map<string, PastOperation>;
  readonly #decided: DecidedQuickLog[] = [];

  constructor(scope: AdmissionScope, states: readonly TaskState[], past: readonly PastOperation[]) {
    this.#scope = scope;
    this.#before = new Map(states.map((state) => [state.task.id, state]));
    this.#states = new Map(this.#before);
    this.#past = new Map(past.map((operation) => [operation.clientOperationId, operation]));
  }

  decide(operation: QuickLogOperation): Decision {
    const { intent } = operation;
    const state = this.#states.get(intent.payload.taskId);
    const outcome = decideQuickLog(
      { state, undoTarget: this.#undoTarget(intent) },
      {
        intent,
        receiptId: operation.receiptId,
        valueEntryId: uuidv7(),
        expectedRevision: operation.expectedRevision ?? 0,
        lineageId: this.#scope.lineageId,
        now: this.#scope.now,
      },
    );
    if (outcome.kind === "REFUSED") {
      if (state !== undefined)
        this.#decided.push({ operation, state, change: null, refused: outcome.refused });
      return outcome.refused;
    }
    this.#apply(operation, outcome.change);
    this.#decided.push({
      operation,
      state: outcome.change.next,
      change: outcome.change,
      refused: null,
    });
    return accepted(operation, outcome.change);
  }

  write(tx: Tx) {
    return writeQuickLog(tx, this.#scope, this.#before, this.#decided);
  }

  #undoTarget(intent: QuickLogIntent): PastOperation | undefined {
    return intent.actionKind === "UNDO"
      ? this.#past.get(intent.payload.undoesClientOperationId)
      : undefined;
  }

  #apply(operation: QuickLogOperation, change: TaskChange): void {
    this.#states.set(change.next.task.id, change.next);
    const { undoes } = change;
    if (undoes !== null) this.#past.set(undoes.clientOperationId, { ...undoes, undone: true });
    this.#past.set(operation.clientOperationId, {
      receiptId: operation.receiptId,
      clientOperationId: operation.clientOperationId,
      taskId: change.next.task.id,
      actionKind: operation.intent.actionKind,
      effects: change.effects,
      decidedAt: this.#scope.now,
      undone: false,
    });
  }
}

function accepted(operation: QuickLogOperation, change: TaskChange): Accepted {
  const { intent } = operation;
  const localId = intent.actionKind === "RECORD_VALUE" ? intent.payload.localId : undefined;
  const recordId = change.newValue?.id ?? change.next.task.id;
  return {
    accepted: true,
    revision: change.next.task.revision,
    canonicalRecordId: recordId,
    canonicalIds:
      localId === undefined
        ? []
        : [{ localId, canonicalId: recordId, entityType: "quick_log_value_entry" }],
    refetch: [taskRefetch(change.next, "CHANGED")],
  };
}
