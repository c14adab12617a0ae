import { BATCH_LIMITS } from "../../../contract/sync/vocabulary.ts";
import type { Core } from "../../core.ts";
import type { Row } from "../../ports/sql.ts";
import { numberIn, textIn } from "../../store/columns.ts";
import { type HoldOutcome, makeHolds } from "./hold-operations.ts";
import { BATCH_CONTENT, measure, type Measure, NOTHING, sum } from "./measure.ts";
import { openOperation, type WireOperation } from "./open-operation.ts";
import type { ScopeRow } from "../scope-row.ts";

/**
 * The operations of a scope to send next, in local order. An operation that waits is passed over, with those that
 * follow it (`hold-operations.ts`); all others are sent past it. Rows that a killed process left as SYNCING are sent
 * again under their ids.
 */
export async function nextBatch(
  core: Core,
  scope: ScopeRow,
  limits: BatchSize,
): Promise<NextBatch> {
  const holds = await makeHolds(core, scope);
  const operations: WireOperation[] = [];
  const tries = new Map<string, number>();
  let size: Measure = NOTHING;
  for await (const row of waitingRows(core, scope.scopeId)) {
    if (holds.isHeld(row)) continue;
    const isAlone = failedAlone(row);
    if (operations.length > 0 && isAlone) break;
    const operation = await openOperation(core, scope, row);
    if (operation === null) {
      holds.hold(row);
      continue;
    }
    const grown = sum(size, measure(operation));
    if (operations.length > 0 && !fits(grown, limits)) break;
    operations.push(operation);
    tries.set(operation.clientOperationId, numberIn(row, "retry_count"));
    size = grown;
    if (isAlone || operations.length >= Math.min(limits.count, BATCH_LIMITS.operations)) break;
  }
  const { dependents, dueInMs } = holds.outcome();
  return { operations, tries, bytes: size.bytes, dependents, dueInMs };
}

/** What may be sent at once, and what waits. */
export interface NextBatch extends HoldOutcome {
  readonly operations: readonly WireOperation[];
  /** Bytes of the operations as sent. */
  readonly bytes: number;
  /** Tries of each operation that ended without a verdict. */
  readonly tries: ReadonlyMap<string, number>;
}

/** How much a batch may have on this connection. */
export interface BatchSize {
  readonly count: number;
  readonly bytes: number;
}

/** Rows read at once: more than a batch, so that one that fits is mostly found in the first page. */
const PAGE = 64;

async function* waitingRows({ ports }: Core, scopeId: string): AsyncGenerator<Row> {
  let after = -1;
  for (;;) {
    const rows = await ports.sql.read({
      sql: `select * from sync_operation where scope_id = ? and local_sequence > ?
        and status in ('QUEUED', 'SYNCING') order by local_sequence limit ?`,
      params: [scopeId, after, PAGE],
    });
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return;
    after = numberIn(last, "local_sequence");
  }
}

/**
 * Whether the operation failed when it was sent by itself, without a word about it. It is sent by itself until there is
 * one, so that it costs no other operation its batch.
 */
function failedAlone(row: Row): boolean {
  return (
    row["wait_reason"] === "RETRY_AT" &&
    row["last_result"] === null &&
    numberIn(row, "retry_count") > 0 &&
    textIn(row, "status") === "QUEUED"
  );
}

function fits(size: Measure, limits: BatchSize): boolean {
  return (
    size.bytes <= Math.min(limits.bytes, BATCH_CONTENT.bytes) &&
    size.sets <= BATCH_CONTENT.sets &&
    size.values <= BATCH_CONTENT.values
  );
}
