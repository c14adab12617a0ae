import { executorOf, type QueryExecutor } from "../../../db/platform/pipeline/pipeline.ts";
import { withinSavepoint } from "../../../db/platform/transactions/attempt.ts";
import type { Tx } from "../../../db/platform/transactions/transact.ts";
import { bisect } from "../../bisect.ts";
import type { AdmissionScope, OperationFeature, WorkingCopy } from "../operation-feature.ts";
import { BatchFault, orBatchFault } from "./batch-fault.ts";
import type { FreshOperation } from "./classify-operations.ts";
import { type Decided, merged, withoutChanges } from "./decided.ts";
import {
  type Copies,
  decideQueue,
  type DecisionQueue,
  readyByFeature,
  recordOutcome,
} from "./decide-queue.ts";
import type { Outcome } from "./outcome.ts";

/**
 * Decides and writes after a load or a write failed: in parts under savepoints, which are bisected until the failing
 * operations are isolated. Each part sees the results of the earlier ones. A failing operation counts as crashed.
 */
export async function decideIsolated(
  tx: Tx,
  scope: AdmissionScope,
  { operations, soFar }: DecisionQueue,
): Promise<Decided> {
  const ownReceipts = new Map(
    operations.map(({ operation, receiptId }) => [operation.clientOperationId, receiptId]),
  );
  const within = { ...scope, ownReceipts };
  const states = new Map(soFar);
  const keep = (some: readonly FreshOperation[], decided: Decided): Decided => {
    for (const entry of some) {
      const outcome = decided.outcomes.get(entry.ordinal);
      if (outcome !== undefined) recordOutcome(entry, outcome, states);
    }
    return decided;
  };
  let decided = withoutChanges(new Map());
  for (const part of divide(operations)) {
    const results = await bisect(part, {
      together: async (some) => {
        const queue = { operations: some, soFar: states };
        return keep(some, await withinSavepoint(tx, () => decidePart(tx, within, queue)));
      },
      alone: async (entry, fault) => {
        const outcome: Outcome = { kind: "CRASHED", fault: causeOf(fault) };
        return keep([entry], withoutChanges(new Map([[entry.ordinal, outcome]])));
      },
      isOwn: (fault) => fault instanceof BatchFault,
    });
    decided = results.reduce(merged, decided);
  }
  return decided;
}

/** Divides fifty into ten parts of five, so that a few faults are found in few small attempts. */
function divide(operations: readonly FreshOperation[]): (readonly FreshOperation[])[] {
  const size = Math.ceil(Math.sqrt(operations.length / 2));
  return Array.from({ length: Math.ceil(operations.length / size) }, (_, index) =>
    operations.slice(index * size, (index + 1) * size),
  );
}

async function decidePart(tx: Tx, scope: AdmissionScope, queue: DecisionQueue): Promise<Decided> {
  return await orBatchFault(async () => {
    const executor = executorOf(tx);
    const copies = await loadPart(executor, scope, queue);
    const { statements, ...decided } = decideQueue(queue, copies);
    for (const statement of statements) await statement(executor);
    return { ...decided, statements: [] };
  });
}

async function loadPart(
  executor: QueryExecutor,
  scope: AdmissionScope,
  { operations, soFar }: DecisionQueue,
): Promise<Copies> {
  const copies = new Map<OperationFeature, WorkingCopy<unknown>>();
  for (const [feature, ready] of readyByFeature(operations, soFar)) {
    const loaded = await feature.load(scope.relationshipId, ready)(executor);
    copies.set(feature, await loaded.copy(scope, ready)(executor));
  }
  return copies;
}

function causeOf(fault: unknown): unknown {
  return fault instanceof BatchFault ? fault.cause : fault;
}
