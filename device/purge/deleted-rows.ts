import type { Sql } from "../ports/sql.ts";
import { textIn } from "../store/columns.ts";
import type { ScopeRow } from "../store/load-scope.ts";

/**
 * The rows that a purge of a scope deletes, in a fixed order: evidence of what was deleted, without its content.
 *
 * @param gone ids of the deleted operations.
 */
export async function deletedRows(
  sql: Sql,
  { scopeId }: ScopeRow,
  gone: readonly string[],
): Promise<readonly (readonly [table: string, key: string])[]> {
  const found = await sql.read({
    sql: `
      select 'snapshot' as name, kind || '/' || id as id from snapshot where scope_id = ?1
      union all select 'optimistic', kind || '/' || id from optimistic where scope_id = ?1
      union all select 'canonical_id', entity_type || '/' || local_id from canonical_id where scope_id = ?1
      union all select 'sync_receipt', receipt_id from sync_receipt
        where client_operation_id in (select value from json_each(?2))
      union all select 'sync_conflict', client_operation_id from sync_conflict
        where client_operation_id in (select value from json_each(?2))
      union all select 'sync_operation', value from json_each(?2)
      order by 1, 2`,
    params: [scopeId, JSON.stringify(gone)],
  });
  return found.map((row) => [textIn(row, "name"), textIn(row, "id")]);
}
