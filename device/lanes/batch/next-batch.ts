import { BATCH_LIMITS } from "../../../contract/sync/vocabulary.ts";
import type { Core } from "../../core.ts";
import type { Row } from "../../ports/sql.ts";
import { numberIn, textIn } from "../../store/columns.ts";
import { type HoldOutcome, type Holds, makeHolds } from "./hold-operations.ts";
import { BATCH_CONTENT, measure, type Measure, NOTHING, sum } from "./measure.ts";
import { openOperation, type WireOperation } from "./open-operation.ts";
import type { ScopeRow } from "../../store/load-scope.ts";

/**
 * Selects the next operations of a scope in local order. It skips operations that wait, with those that depend on them
 * (`hold-operations.ts`), and sends all others. Rows that a killed process left as SYNCING are sent again under their
 * ids. A suspect is sent alone, once nothing else can be sent.
 */
export async function nextBatch(
  core: Core,
  scope: ScopeRow,
  limits: BatchSize,
): Promise<NextBatch> {
  const holds = await makeHolds(core, scope);
  const batch = await chooseBatch(core, { scope, holds }, limits);
  const knots = holds.knots();
  if (knots.size === 0) return batch;
  // A replacement that depends on the operation it replaces would wait for ever: the server decides about both.
  const untied = await makeHolds(core, scope, knots);
  return await chooseBatch(core, { scope, holds: untied }, limits);
}

async function chooseBatch(
  core: Core,
  { scope, holds }: { readonly scope: ScopeRow; readonly holds: Holds },
  limits: BatchSize,
): Promise<NextBatch> {
  const chosen = emptyChoice();
  const suspects: Row[] = [];
  await eachWaiting(core, scope, async (row) => {
    if (holds.isHeld(row)) return true;
    if (isSuspect(row)) {
      suspects.push(row);
      holds.hold(row);
      return true;
    }
    const operation = await openOperation(core, scope, row);
    if (operation !== null) return chosen.take(operation, row, limits);
    holds.unreadable(row);
    return true;
  });
  const [suspect] = suspects;
  if (suspect !== undefined && chosen.operations.length === 0) {
    const operation = await openOperation(core, scope, suspect);
    if (operation === null) holds.unreadable(suspect);
    else chosen.take(operation, suspect, limits);
  }
  const { operations, tries } = chosen;
  const isReadFirst = chosen.isReadFirst();
  return { operations, tries, isReadFirst, bytes: chosen.bytes(), ...holds.outcome() };
}

/** The operations that can be sent at once, and those that wait. */
export interface NextBatch extends HoldOutcome {
  readonly operations: readonly WireOperation[];
  /** Bytes of the operations as sent. */
  readonly bytes: number;
  /** Whether the server could not decide one of them: the scope is read before that one is sent again. */
  readonly isReadFirst: boolean;
  /** Attempts of each operation that ended without a verdict. */
  readonly tries: ReadonlyMap<string, number>;
}

/** Maximum size of a batch on this connection. */
export interface BatchSize {
  readonly count: number;
  readonly bytes: number;
}

/** Page size: more rows than a batch, so that the first page usually fills it. */
const PAGE = 64;

/** Visits waiting operations in local order, until a visit returns false. */
async function eachWaiting(
  { ports }: Core,
  { scopeId }: ScopeRow,
  visit: (row: Row) => Promise<boolean>,
): Promise<void> {
  let after = -1;
  for (;;) {
    const rows = await ports.sql.read({
      sql: `select * from sync_operation where scope_id = ? and local_sequence > ?
        and status in ('QUEUED', 'SYNCING') order by local_sequence limit ?`,
      params: [scopeId, after, PAGE],
    });
    for (const row of rows) if (!(await visit(row))) return;
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return;
    after = numberIn(last, "local_sequence");
  }
}

/**
 * Whether the operation failed alone without a result, or was too large for a proxy. It is then sent alone and after
 * all others until it has a result, so that it delays none of them.
 */
function isSuspect(row: Row): boolean {
  if (textIn(row, "status") !== "QUEUED" || numberIn(row, "retry_count") === 0) return false;
  return (
    row["wait_reason"] === "SET_ASIDE" ||
    (row["wait_reason"] === "RETRY_AT" && row["last_result"] === null)
  );
}

function emptyChoice() {
  const operations: WireOperation[] = [];
  const tries = new Map<string, number>();
  let size: Measure = NOTHING;
  let isReadFirst = false;
  return {
    operations,
    tries,
    bytes: () => size.bytes,
    isReadFirst: () => isReadFirst,
    /** @returns false if the batch is full without it. The first operation always fits: it is sent alone. */
    take(operation: WireOperation, row: Row, limits: BatchSize): boolean {
      const grown = sum(size, measure(operation));
      const count = Math.min(limits.count, BATCH_LIMITS.operations);
      const isFull = operations.length >= count || !fits(grown, limits);
      if (operations.length > 0 && isFull) return false;
      operations.push(operation);
      tries.set(operation.clientOperationId, numberIn(row, "retry_count"));
      isReadFirst ||= row["wait_reason"] === "RETRY_AT" && row["last_result"] !== null;
      size = grown;
      return true;
    },
  };
}

function fits(size: Measure, limits: BatchSize): boolean {
  return (
    size.bytes <= Math.min(limits.bytes, BATCH_CONTENT.bytes) &&
    size.sets <= BATCH_CONTENT.sets &&
    size.values <= BATCH_CONTENT.values
  );
}
