import type { ChainedReceipt } from "../../contract/sync/receipts/receipt-schema.ts";
import type { Core } from "../core.ts";
import { isJsonObject } from "../json.ts";
import { saveHints } from "../lanes/verdicts/keep-hints.ts";
import { type FinalResult, readResult } from "../lanes/verdicts/read-results.ts";
import { verdictStatements } from "../lanes/verdicts/verdict-statements.ts";
import { openEnvelope } from "../outbox/envelope.ts";
import { isUnexpected, type Row, type Statement } from "../ports/sql.ts";
import { maybeNumberIn, numberIn, textIn } from "../store/columns.ts";
import { loadScope, type ScopeRow } from "../store/load-scope.ts";

/**
 * Ends the waits of operations that the server has decided although no answer arrived. Such a receipt is the verdict
 * that the next sending would get, byte for byte (docs/rooms/sync.md#verdicts). It counts only if type, version,
 * expected revision and payload checksum are those of the operation. Each verdict and its receipt are stored in one
 * transaction, as after an answer.
 *
 * @returns whether a wait ended.
 */
export async function settleByReceipts(
  core: Core,
  receipts: readonly ChainedReceipt[],
): Promise<boolean> {
  const byOperation = new Map(receipts.map((receipt) => [receipt.clientOperationId, receipt]));
  const waiting = await core.ports.sql.read({
    sql: `select * from sync_operation where status in ('QUEUED', 'SYNCING')
      and client_operation_id in (select value from json_each(?)) order by local_sequence`,
    params: [JSON.stringify([...byOperation.keys()])],
  });
  let isSettled = false;
  for (const row of waiting) {
    const receipt = byOperation.get(textIn(row, "client_operation_id"));
    const scope = await loadScope(core.ports.sql, textIn(row, "scope_id"));
    if (receipt === undefined || scope === null) continue;
    if (!(await isOfOperation(core, { scope, row }, receipt))) continue;
    if (await settle(core, scope, receipt)) isSettled = true;
  }
  return isSettled;
}

/** Whether a receipt has the fingerprint of an operation (docs/rooms/sync.md#fingerprint). */
async function isOfOperation(
  core: Core,
  { scope, row }: { readonly scope: ScopeRow; readonly row: Row },
  receipt: ChainedReceipt,
): Promise<boolean> {
  const envelope = await openEnvelope(core, scope, row);
  return (
    envelope !== null &&
    textIn(row, "operation_type") === receipt.operationType &&
    numberIn(row, "operation_version") === receipt.operationVersion &&
    maybeNumberIn(row, "expected_revision") === receipt.expectedRevision &&
    envelope.payloadChecksum === receipt.payloadChecksum
  );
}

async function settle(core: Core, scope: ScopeRow, receipt: ChainedReceipt): Promise<boolean> {
  if (!isJsonObject(receipt)) return false;
  const { sql, clock, random } = core.ports;
  const { scopeId, lastCursor: serverCursor } = scope;
  const result = readResult(receipt);
  if (result.kind !== "FINAL") return false;
  const id = receipt.clientOperationId;
  const mark = { now: clock.now(), mark: random.uuid() };
  try {
    await sql.write([
      ...(await verdictStatements(core, scope, { id, result, serverCursor })),
      countStatement(scopeId, result),
      ...(result.hints.length > 0 ? [saveHints(scopeId, result.hints, mark)] : []),
    ]);
  } catch (fault) {
    // Its answer arrived after all, or the person or a purge order ended the wait.
    if (isUnexpected(fault)) return false;
    throw fault;
  }
  core.changes.emit(scopeId);
  return true;
}

function countStatement(scopeId: string, { localStatus }: FinalResult): Statement {
  const column = localStatus.toLowerCase();
  return {
    sql: `update cache_scope set ${column} = ${column} + 1 where scope_id = ?`,
    params: [scopeId],
    changes: 1,
  };
}
