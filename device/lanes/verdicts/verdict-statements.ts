import type { Core } from "../../core.ts";
import type { Statement } from "../../ports/sql.ts";
import type { FinalResult } from "./read-results.ts";
import type { ScopeRow } from "../../store/load-scope.ts";

/**
 * Stores a verdict: the operation leaves the queue. Its receipt, the ids from the server and an open conflict are kept.
 * A second verdict for the same operation matches no row (`changes`).
 */
export async function verdictStatements(
  { rows, ports }: Core,
  scope: ScopeRow,
  { id, result, serverCursor }: Verdict,
): Promise<readonly Statement[]> {
  const now = ports.clock.now();
  const { receiptId } = result;
  const body = await rows.seal(scope.queueKey, `sync_receipt/${receiptId}`, result.body);
  return [
    {
      sql: `update sync_operation set status = ?, wait_reason = null, next_retry_at = null, last_result = null,
        accepted_cursor = ?, updated_at = ? where client_operation_id = ? and status in ('QUEUED', 'SYNCING')`,
      params: [
        result.localStatus,
        result.localStatus === "ACCEPTED" ? serverCursor : null,
        now,
        id,
      ],
      changes: 1,
    },
    {
      sql: `insert into sync_receipt (receipt_id, scope_id, client_operation_id, server_status, accepted_revision,
        rejection_code, conflict_code, created_at, body) values (?, ?, ?, ?, ?, ?, ?, ?, ?)
        on conflict (receipt_id) do nothing`,
      params: [
        receiptId,
        scope.scopeId,
        id,
        result.serverStatus,
        result.acceptedRevision,
        result.rejectionCode,
        result.conflictCode,
        now,
        body,
      ],
    },
    ...canonicalIdStatements(scope, result, now),
    ...conflictStatements(scope, { id, result }, now),
  ];
}

interface Verdict {
  /** The operation. */
  readonly id: string;
  readonly result: FinalResult;
  /** The cursor of the same answer; an accepted envelope is kept as long as that cursor lives. */
  readonly serverCursor: string | null;
}

function canonicalIdStatements(scope: ScopeRow, result: FinalResult, now: number): Statement[] {
  return result.canonicalIds.map(({ entityType, localId, canonicalId }) => ({
    sql: `insert or replace into canonical_id (scope_id, entity_type, local_id, canonical_id, mapped_at)
      values (?, ?, ?, ?, ?)`,
    params: [scope.scopeId, entityType, localId, canonicalId, now],
  }));
}

function conflictStatements(
  scope: ScopeRow,
  { id, result }: Pick<Verdict, "id" | "result">,
  now: number,
): Statement[] {
  if (result.localStatus !== "CONFLICTED") return [];
  const latest = result.hints[0]?.path ?? null;
  return [
    {
      sql: `insert into sync_conflict (client_operation_id, scope_id, conflict_code, latest_snapshot_ref,
        resolution_status, created_at) values (?, ?, ?, ?, 'OPEN', ?) on conflict (client_operation_id) do nothing`,
      params: [id, scope.scopeId, result.conflictCode ?? "STALE_REVISION", latest, now],
    },
  ];
}
