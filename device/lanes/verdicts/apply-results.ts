import type { Core } from "../../core.ts";
import { isUnexpected, type Row, type Sql, type Statement } from "../../ports/sql.ts";
import { numberIn, textIn } from "../../store/columns.ts";
import { saveHints } from "./keep-hints.ts";
import { verdictStatements } from "./verdict-statements.ts";
import { waitStatement } from "./wait-statement.ts";
import { pauseAfter } from "../pauses.ts";
import type { FinalResult, ReadResult, ReadResults, WaitResult } from "./read-results.ts";
import { loadScope, type ScopeRow } from "../../store/load-scope.ts";

/**
 * Stores an answer in one transaction: each verdict with its receipt, each wait with its reason, and the counts of the
 * scope. An operation leaves the queue only here, and a second verdict changes nothing. Results are matched by id. A
 * result for an operation that was not sent is ignored; an operation without a result stays.
 */
export async function applyResults(
  core: Core,
  sent: SentBatch,
  answer: ReadResults,
): Promise<void> {
  while ((await loadScope(core.ports.sql, sent.scope.scopeId)) !== null) {
    const statements = await statementsFor(core, sent, answer);
    try {
      await core.ports.sql.write(statements);
      return;
    } catch (fault) {
      // The person or a purge order ended a wait meanwhile: the remaining results are applied.
      if (!isUnexpected(fault)) throw fault;
    }
  }
}

/** A batch as it was sent. */
export interface SentBatch {
  readonly scope: ScopeRow;
  readonly operationIds: readonly string[];
}

async function statementsFor(
  core: Core,
  sent: SentBatch,
  answer: ReadResults,
): Promise<readonly Statement[]> {
  const now = core.ports.clock.now();
  const waiting = await waitingOf(core.ports.sql, sent.operationIds);
  const applied = await Promise.all(
    waiting.map(async (row) => await applyResult(core, { scope: sent.scope, answer }, row)),
  );
  const counts = { ACCEPTED: 0, REJECTED: 0, CONFLICTED: 0 };
  for (const { localStatus } of applied) if (localStatus !== null) counts[localStatus] += 1;
  return [
    ...applied.flatMap(({ statements }) => statements),
    ...hintStatements(core, sent.scope, answer),
    ...cursorStatements(sent.scope, answer),
    scopeStatement(core, sent.scope, { answer, counts, now }),
    { sql: "update device_metadata set last_sync_at = ?", params: [now] },
  ];
}

/** The effect of the answer on one operation; `localStatus` is null if it keeps waiting. */
async function applyResult(
  core: Core,
  { scope, answer }: { readonly scope: ScopeRow; readonly answer: ReadResults },
  row: Row,
): Promise<Applied> {
  const id = textIn(row, "client_operation_id");
  const result = answer.results.get(id);
  if (result?.kind === "FINAL") {
    const { serverCursor } = answer;
    const statements = await verdictStatements(core, scope, { id, result, serverCursor });
    return { localStatus: result.localStatus, statements };
  }
  const retries = numberIn(row, "retry_count") + 1;
  const isScopeLocked = result !== undefined && isLocked(result) && lockOf(answer) !== null;
  const wait = { id, retries, result, isScopeLocked };
  return { localStatus: null, statements: [await waitStatement(core, scope, wait)] };
}

interface Applied {
  readonly localStatus: FinalResult["localStatus"] | null;
  readonly statements: readonly Statement[];
}

/** Operations of the batch without a verdict. */
function waitingOf(sql: Sql, ids: readonly string[]): Promise<readonly Row[]> {
  return sql.read({
    sql: `select client_operation_id, retry_count from sync_operation
      where client_operation_id in (select value from json_each(?)) and status in ('QUEUED', 'SYNCING')
      order by local_sequence`,
    params: [JSON.stringify(ids)],
  });
}

function hintStatements({ ports }: Core, { scopeId }: ScopeRow, answer: ReadResults): Statement[] {
  const hints = [...answer.hints];
  for (const result of answer.results.values()) hints.push(...result.hints);
  if (hints.length === 0) return [];
  return [saveHints(scopeId, hints, { now: ports.clock.now(), mark: ports.random.uuid() })];
}

/**
 * The cursor of an answer is newer than changes that others made since the cursor that was sent. It is stored only if
 * there were none, and only over that cursor: a read may have moved it meanwhile. A device without a cursor reads
 * everything first.
 */
function cursorStatements({ scopeId, lastCursor }: ScopeRow, answer: ReadResults): Statement[] {
  const { serverCursor, hints } = answer;
  if (lastCursor === null || serverCursor === null || hints.length > 0) return [];
  return [
    {
      sql: "update cache_scope set last_cursor = ? where scope_id = ? and last_cursor = ?",
      params: [serverCursor, scopeId, lastCursor],
    },
  ];
}

/** Updates the counts, and the wait of a paused scope. */
function scopeStatement(
  { ports }: Core,
  scope: ScopeRow,
  { answer, counts, now }: { answer: ReadResults; counts: Counts; now: number },
): Statement {
  const lock = lockOf(answer);
  const retries = lock === null ? 0 : scope.retries + 1;
  return {
    sql: `update cache_scope set accepted = accepted + ?, rejected = rejected + ?, conflicted = conflicted + ?,
      status = case when status in ('SEALED', 'PURGING') then status else coalesce(?, status) end, retry_count = ?, next_retry_at = ?, wait_reason = ? where scope_id = ?`,
    params: [
      counts.ACCEPTED,
      counts.REJECTED,
      counts.CONFLICTED,
      answer.scopeState,
      retries,
      lock === null ? null : now + pauseAfter(retries, ports.random, lock.pauseMs),
      lock === null ? null : "SCOPE_LOCKED",
      scope.scopeId,
    ],
    changes: 1,
  };
}

type Counts = Record<FinalResult["localStatus"], number>;

/** A paused scope locks all its operations: they wait together, not one by one. */
function lockOf({ scopeState, results }: ReadResults): WaitResult | null {
  if (scopeState !== "PAUSED") return null;
  return [...results.values()].find(isLocked) ?? null;
}

function isLocked(result: ReadResult): result is WaitResult {
  return result.kind === "WAIT" && result.reason === "SCOPE_LOCKED";
}
