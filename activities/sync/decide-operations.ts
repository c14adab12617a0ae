import type { DomainEvent } from "../../contract/outbox/vocabulary.ts";
import { attempt } from "../../db/savepoint.ts";
import type { Tx } from "../../db/transact.ts";
import { refuse, type Decision } from "../../rules/sync/decision.ts";
import { BatchFault, orBatchFault } from "./batch-fault.ts";
import type {
  AdmissionScope,
  OperationFeature,
  ReadyOperation,
  WorkingCopy,
} from "./operation-feature.ts";
import type { SortedOperation } from "./sort-operations.ts";

/** A fresh operation, ready to be decided and stored. */
export type FreshOperation = Extract<SortedOperation, { readonly kind: "FRESH" }>;

/** Decided by a rule, or crashed: then the fault, whose operation is set aside. */
export type Fate =
  | { readonly kind: "DECIDED"; readonly decision: Decision }
  | { readonly kind: "CRASHED"; readonly fault: unknown };

/** Fates by ordinal, and what the features wrote on the way. */
export interface Decided {
  readonly fates: ReadonlyMap<number, Fate>;
  readonly changes: Readonly<Record<string, readonly string[]>>;
  readonly events: readonly DomainEvent[];
}

/**
 * Loads, decides in the order sent and writes: one select and one write per table, whatever the number
 * of operations. A rule that throws loses only its own operation.
 *
 * @throws BatchFault when a feature's load or write failed for another reason than the database itself.
 */
export async function decideOperations(
  tx: Tx,
  scope: AdmissionScope,
  operations: readonly FreshOperation[],
): Promise<Decided> {
  const copies = await loadCopies(tx, scope, operations);
  const fates = new Map(operations.map((entry) => [entry.ordinal, decide(entry, copies)]));
  const changes: Record<string, string[]> = {};
  const events: DomainEvent[] = [];
  for (const copy of copies.values()) {
    const written = await orBatchFault(() => copy.write(tx));
    events.push(...written.events);
    for (const [type, ids] of Object.entries(written.changes))
      changes[type] = [...new Set([...(changes[type] ?? []), ...ids])];
  }
  return { fates, changes, events };
}

/**
 * The way after a load or a write failed: halves under savepoints, until the operations that fail stand alone.
 * Whatever was decided before is decided again on what the earlier halves left.
 */
export async function decideInHalves(
  tx: Tx,
  scope: AdmissionScope,
  operations: readonly FreshOperation[],
): Promise<Decided> {
  const attempted = await attempt(tx, () => decideOperations(tx, scope, operations));
  if (attempted.kind === "DONE") return attempted.result;
  if (!(attempted.fault instanceof BatchFault)) throw attempted.fault;
  const [only, ...others] = operations;
  if (only !== undefined && others.length === 0) return crashed(only, attempted.fault.cause);
  const middle = Math.ceil(operations.length / 2);
  const first = await decideInHalves(tx, scope, operations.slice(0, middle));
  const second = await decideInHalves(tx, scope, operations.slice(middle));
  return merged(first, second);
}

function crashed(operation: FreshOperation, fault: unknown): Decided {
  return {
    fates: new Map([[operation.ordinal, { kind: "CRASHED", fault }]]),
    changes: {},
    events: [],
  };
}

function merged(first: Decided, second: Decided): Decided {
  const types = new Set([...Object.keys(first.changes), ...Object.keys(second.changes)]);
  return {
    fates: new Map([...first.fates, ...second.fates]),
    events: [...first.events, ...second.events],
    changes: Object.fromEntries(
      [...types].map((type) => [
        type,
        [...new Set([...(first.changes[type] ?? []), ...(second.changes[type] ?? [])])],
      ]),
    ),
  };
}

type Copies = ReadonlyMap<OperationFeature, WorkingCopy<unknown>>;

async function loadCopies(
  tx: Tx,
  scope: AdmissionScope,
  operations: readonly FreshOperation[],
): Promise<Copies> {
  const byFeature = new Map<OperationFeature, ReadyOperation<unknown>[]>();
  for (const entry of operations) {
    if (entry.judged.kind !== "UNDERSTOOD") continue;
    const ready = byFeature.get(entry.judged.feature) ?? [];
    ready.push(readyOperation(entry, entry.judged.intent));
    byFeature.set(entry.judged.feature, ready);
  }
  const copies = new Map<OperationFeature, WorkingCopy<unknown>>();
  for (const [feature, ready] of byFeature)
    copies.set(feature, await orBatchFault(() => feature.load(tx, scope, ready)));
  return copies;
}

function decide(entry: FreshOperation, copies: Copies): Fate {
  if (entry.judged.kind === "MISFIT")
    return { kind: "DECIDED", decision: refuse(entry.judged.code) };
  if (entry.judged.kind === "UNREADABLE") return { kind: "CRASHED", fault: entry.judged.fault };
  const copy = copies.get(entry.judged.feature);
  try {
    if (copy === undefined) throw new Error("The feature was not loaded");
    return { kind: "DECIDED", decision: copy.decide(readyOperation(entry, entry.judged.intent)) };
  } catch (fault) {
    return { kind: "CRASHED", fault };
  }
}

function readyOperation(entry: FreshOperation, intent: unknown): ReadyOperation<unknown> {
  const { operation, receiptId } = entry;
  return {
    clientOperationId: operation.clientOperationId,
    operationType: operation.operationType,
    expectedRevision: operation.expectedRevision ?? null,
    clientRecordedAt: operation.clientRecordedAt,
    receiptId,
    intent,
  };
}
