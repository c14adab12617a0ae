import type { Sql } from "../ports/sql.ts";
import type { ScopeRow } from "../store/load-scope.ts";

/** Table and key of rows. */
export type PurgedRows = readonly (readonly [table: string, key: string])[];

/** The rows that a purge of a scope deletes, in a fixed order: evidence of what was deleted, without its content. */
export async function deletedRows(
  sql: Sql,
  { scopeId }: ScopeRow,
  lostOperations: readonly string[],
): Promise<PurgedRows> {
  const found = await sql.read({
    sql: `
      select 'snapshot' as name, kind || '/' || id as id from snapshot where scope_id = ?1
      union all select 'optimistic', kind || '/' || id from optimistic where scope_id = ?1
      union all select 'sync_receipt', receipt_id from sync_receipt where scope_id = ?1
      union all select 'sync_conflict', client_operation_id from sync_conflict where scope_id = ?1
      union all select 'canonical_id', entity_type || '/' || local_id from canonical_id where scope_id = ?1
      union all select 'sync_operation', client_operation_id from sync_operation
        where scope_id = ?1 and (status not in ('QUEUED', 'SYNCING')
          or client_operation_id in (select value from json_each(?2)))
      order by 1, 2`,
    params: [scopeId, JSON.stringify(lostOperations)],
  });
  return found.map((row) => [String(row["name"]), String(row["id"])]);
}
