import type { Row, Sql } from "../ports/sql.ts";
import { maybeNumberIn, maybeTextIn, numberIn, textIn } from "../store/columns.ts";

/** Reads a scope; null if this device has no such scope. */
export async function readScope(sql: Sql, scopeId: string): Promise<ScopeRow | null> {
  const [row] = await sql.read({
    sql: "select * from cache_scope where scope_id = ?",
    params: [scopeId],
  });
  return row === undefined ? null : scopeOf(row);
}

/** The columns of a scope that lanes need. */
export interface ScopeRow {
  readonly scopeId: string;
  readonly workspaceId: string;
  readonly relationshipId: string | null;
  readonly queueKey: string;
  readonly lastCursor: string | null;
  readonly waitReason: string | null;
  readonly retries: number;
  readonly nextRetryAt: number | null;
}

function scopeOf(row: Row): ScopeRow {
  return {
    scopeId: textIn(row, "scope_id"),
    workspaceId: textIn(row, "workspace_id"),
    relationshipId: maybeTextIn(row, "relationship_id"),
    queueKey: textIn(row, "queue_key"),
    lastCursor: maybeTextIn(row, "last_cursor"),
    waitReason: maybeTextIn(row, "wait_reason"),
    retries: numberIn(row, "retry_count"),
    nextRetryAt: maybeNumberIn(row, "next_retry_at"),
  };
}
