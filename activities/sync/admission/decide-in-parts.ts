import type { DomainEvent } from "../../../contract/outbox/vocabulary.ts";
import { executorOf, type QueryExecutor, type Statement } from "../../../db/pipeline.ts";
import { attempt } from "../../../db/platform/attempt.ts";
import type { Tx } from "../../../db/transact.ts";
import type { ReferenceState } from "../../../rules/sync/judge-links.ts";
import { decideQueue, recordOutcome, readyByFeature, type Copies } from "./decide-queue.ts";
import type { Outcome } from "./outcome.ts";
import type { AdmissionScope, OperationFeature, WorkingCopy } from "../operation-feature.ts";
import type { FreshOperation } from "./classify-operations.ts";
import { BatchFault, orBatchFault } from "./batch-fault.ts";

/**
 * Decides after a load or a write failed: in parts under savepoints, then in smaller ones, until the failing
 * operations are isolated. Each part sees the results of the earlier ones.
 */
export async function decideInParts(
  tx: Tx,
  scope: AdmissionScope,
  { operations, soFar }: Part,
): Promise<Decided> {
  const ownReceipts = new Map(
    operations.map(({ operation, receiptId }) => [operation.clientOperationId, receiptId]),
  );
  return await decideDivided(tx, { ...scope, ownReceipts }, { operations, soFar });
}

/** Outcomes by ordinal, and the changes of the features. */
export interface Decided {
  readonly outcomes: ReadonlyMap<number, Outcome>;
  readonly changes: Readonly<Record<string, readonly string[]>>;
  readonly events: readonly DomainEvent[];
  /** Statements still to send. Empty for a batch decided in parts, because each part wrote its own. */
  readonly statements: readonly Statement<void>[];
}

/** Operations to decide together, after others of the same batch. */
export interface Part {
  readonly operations: readonly FreshOperation[];
  /** Outcomes of the earlier operations. */
  readonly soFar: ReadonlyMap<string, ReferenceState>;
}

/** Decides in the order sent. A rule that throws affects only its own operation. */
export function decideTogether({ operations, soFar }: Part, copies: Copies): Decided {
  return withWrites(decideQueue(operations, copies, new Map(soFar)), copies);
}

function withWrites(outcomes: Decided["outcomes"], copies: Copies): Decided {
  const writes = [...copies.values()].map((copy) => copy.writes());
  const none: Decided = { outcomes, changes: {}, events: [], statements: [] };
  return writes.reduce<Decided>((sum, of) => merged(sum, { ...of, outcomes: new Map() }), none);
}

async function decidePart(tx: Tx, scope: AdmissionScope, part: Part): Promise<Decided> {
  const copies = await orBatchFault(() => loadPart(executorOf(tx), scope, part));
  const outcomes = decideQueue(part.operations, copies, new Map(part.soFar));
  return await orBatchFault(async () => {
    const { statements, ...decided } = withWrites(outcomes, copies);
    for (const statement of statements) await statement(executorOf(tx));
    return { ...decided, statements: [] };
  });
}

async function decideDivided(tx: Tx, scope: AdmissionScope, whole: Part): Promise<Decided> {
  let decided: Decided = { outcomes: new Map(), changes: {}, events: [], statements: [] };
  let { soFar } = whole;
  for (const operations of divide(whole.operations)) {
    const next = await decideOrDivide(tx, scope, { operations, soFar });
    soFar = outcomesAfter(operations, next.outcomes, soFar);
    decided = merged(decided, next);
  }
  return decided;
}

/**
 * Divides fifty into ten parts of five, and five into two, two and one, so that a few faults are found in few small
 * attempts.
 */
function divide(operations: readonly FreshOperation[]): (readonly FreshOperation[])[] {
  const size = Math.ceil(Math.sqrt(operations.length / 2));
  return Array.from({ length: Math.ceil(operations.length / size) }, (_, index) =>
    operations.slice(index * size, (index + 1) * size),
  );
}

async function decideOrDivide(tx: Tx, scope: AdmissionScope, part: Part): Promise<Decided> {
  const attempted = await attempt(tx, () => decidePart(tx, scope, part));
  if (attempted.kind === "DONE") return attempted.result;
  if (!(attempted.fault instanceof BatchFault)) throw attempted.fault;
  const [only, ...others] = part.operations;
  if (only !== undefined && others.length === 0) return crashed(only, attempted.fault.cause);
  return await decideDivided(tx, scope, part);
}

function outcomesAfter(
  operations: readonly FreshOperation[],
  outcomes: Decided["outcomes"],
  before: Part["soFar"],
): Part["soFar"] {
  const soFar = new Map(before);
  for (const entry of operations) {
    const outcome = outcomes.get(entry.ordinal);
    if (outcome !== undefined) recordOutcome(entry, outcome, soFar);
  }
  return soFar;
}

function crashed(operation: FreshOperation, fault: unknown): Decided {
  return {
    outcomes: new Map([[operation.ordinal, { kind: "CRASHED", fault }]]),
    changes: {},
    events: [],
    statements: [],
  };
}

function merged(first: Decided, second: Decided): Decided {
  const types = new Set([...Object.keys(first.changes), ...Object.keys(second.changes)]);
  return {
    outcomes: new Map([...first.outcomes, ...second.outcomes]),
    events: [...first.events, ...second.events],
    statements: [...first.statements, ...second.statements],
    changes: Object.fromEntries(
      [...types].map((type) => [
        type,
        [...new Set([...(first.changes[type] ?? []), ...(second.changes[type] ?? [])])],
      ]),
    ),
  };
}

async function loadPart(
  executor: QueryExecutor,
  scope: AdmissionScope,
  { operations, soFar }: Part,
): Promise<Copies> {
  const copies = new Map<OperationFeature, WorkingCopy<unknown>>();
  for (const [feature, ready] of readyByFeature(operations, soFar)) {
    const loaded = await feature.load(scope.relationshipId, ready)(executor);
    copies.set(feature, await loaded.copy(scope, ready)(executor));
  }
  return copies;
}
