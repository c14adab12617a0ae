import type { DomainEvent } from "../../../contract/outbox/vocabulary.ts";
import { attempt } from "../../../db/savepoint.ts";
import { isDatabaseTrouble, type Tx } from "../../../db/transact.ts";
import type { ReferenceState } from "../../../rules/sync/judge-parents.ts";
import {
  decideQueue,
  recordOutcome,
  readyOperation,
  withIdsSoFar,
  type Copies,
  type Outcome,
} from "./decide-queue.ts";
import type {
  AdmissionScope,
  OperationFeature,
  ReadyOperation,
  WorkingCopy,
} from "../operation-feature.ts";
import type { FreshOperation } from "./classify-operations.ts";

/** Outcomes by ordinal, and what the features wrote on the way. */
export interface Decided {
  readonly outcomes: ReadonlyMap<number, Outcome>;
  readonly changes: Readonly<Record<string, readonly string[]>>;
  readonly events: readonly DomainEvent[];
}

/** A load or a write of the batch failed: it is begun again, in parts and without its diagnostics. */
export class BatchFault extends Error {
  override readonly name = "BatchFault";
}

/**
 * Runs a part of an admission that concerns the batch as a whole.
 *
 * @throws BatchFault when it failed for another reason than the database itself.
 */
export async function orBatchFault<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (isDatabaseTrouble(cause)) throw cause;
    throw new BatchFault("A part of the batch failed", { cause });
  }
}

/** Operations to decide together, after others of the same batch. */
interface Part {
  readonly operations: readonly FreshOperation[];
  /** What the operations before came to. */
  readonly soFar: ReadonlyMap<string, ReferenceState>;
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
  return await decidePart(tx, scope, { operations, soFar: new Map() });
}

/**
 * The way after a load or a write failed: parts under savepoints, those that fail in smaller parts, until
 * the operations that fail stand alone. Each part is decided on what the earlier ones left.
 */
export async function decideInParts(
  tx: Tx,
  scope: AdmissionScope,
  operations: readonly FreshOperation[],
): Promise<Decided> {
  return await decideDivided(tx, scope, { operations, soFar: new Map() });
}

async function decidePart(tx: Tx, scope: AdmissionScope, part: Part): Promise<Decided> {
  const { operations } = part;
  const copies = await loadCopies(tx, scope, part);
  const outcomes = decideQueue(operations, copies, new Map(part.soFar));
  const changes: Record<string, string[]> = {};
  const events: DomainEvent[] = [];
  for (const copy of copies.values()) {
    const written = await orBatchFault(() => copy.write(tx));
    events.push(...written.events);
    for (const [type, ids] of Object.entries(written.changes))
      changes[type] = [...new Set([...(changes[type] ?? []), ...ids])];
  }
  return { outcomes, changes, events };
}

async function decideDivided(tx: Tx, scope: AdmissionScope, whole: Part): Promise<Decided> {
  let decided: Decided = { outcomes: new Map(), changes: {}, events: [] };
  let { soFar } = whole;
  for (const operations of divide(whole.operations)) {
    const next = await decideOrDivide(tx, scope, { operations, soFar });
    soFar = outcomesAfter(operations, next.outcomes, soFar);
    decided = merged(decided, next);
  }
  return decided;
}

/** Fifty into ten times five, five into two, two and one: a few bad ones are found in few and small tries. */
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
  };
}

function merged(first: Decided, second: Decided): Decided {
  const types = new Set([...Object.keys(first.changes), ...Object.keys(second.changes)]);
  return {
    outcomes: new Map([...first.outcomes, ...second.outcomes]),
    events: [...first.events, ...second.events],
    changes: Object.fromEntries(
      [...types].map((type) => [
        type,
        [...new Set([...(first.changes[type] ?? []), ...(second.changes[type] ?? [])])],
      ]),
    ),
  };
}

async function loadCopies(
  tx: Tx,
  scope: AdmissionScope,
  { operations, soFar }: Part,
): Promise<Copies> {
  const byFeature = new Map<OperationFeature, ReadyOperation<unknown>[]>();
  for (const entry of operations) {
    if (entry.judged.kind !== "UNDERSTOOD") continue;
    const operation = readyOperation(entry, withIdsSoFar(entry, soFar));
    const ready = byFeature.get(entry.judged.feature) ?? [];
    if (operation !== null) ready.push(operation);
    byFeature.set(entry.judged.feature, ready);
  }
  const copies = new Map<OperationFeature, WorkingCopy<unknown>>();
  for (const [feature, ready] of byFeature)
    copies.set(feature, await orBatchFault(() => feature.load(tx, scope, ready)));
  return copies;
}
