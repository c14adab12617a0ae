import type { Sql } from "../ports/sql.ts";
import { textIn } from "../store/columns.ts";
import type { ScopeRow } from "../store/load-scope.ts";
import type { ObeyedOrder } from "./obeyed-order.ts";
import { GONE_OPERATIONS, reachOf } from "./order-reach.ts";

/** The rows that a purge of a scope deletes, in a fixed order: evidence of what was deleted, without its content. */
export async function deletedRows(
  sql: Sql,
  order: ObeyedOrder,
  { scopeId }: ScopeRow,
): Promise<readonly (readonly [table: string, key: string])[]> {
  const gone = `select client_operation_id from sync_operation where ${GONE_OPERATIONS}`;
  const found = await sql.read({
    sql: `
      select 'snapshot' as name, kind || '/' || id as id from snapshot where scope_id = ?1
      union all select 'optimistic', kind || '/' || id from optimistic where scope_id = ?1
      union all select 'canonical_id', entity_type || '/' || local_id from canonical_id where scope_id = ?1
      union all select 'sync_receipt', receipt_id from sync_receipt where client_operation_id in (${gone})
      union all select 'sync_conflict', client_operation_id from sync_conflict
        where client_operation_id in (${gone})
      union all select 'sync_operation', client_operation_id from sync_operation where ${GONE_OPERATIONS}
      order by 1, 2`,
    params: reachOf(order, scopeId),
  });
  return found.map((row) => [textIn(row, "name"), textIn(row, "id")]);
}
