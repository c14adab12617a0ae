import type { Sql } from "../ports/sql.ts";
import { textIn } from "../store/columns.ts";
import type { ScopeRow } from "../store/load-scope.ts";
import { goneOperations } from "./gone-operations.ts";
import type { ReachedOperations } from "./reached-operations.ts";

/** The rows that a purge of a scope deletes, in a fixed order: evidence of what was deleted, without its content. */
export async function deletedRows(
  sql: Sql,
  { scopeId }: ScopeRow,
  reached: ReachedOperations,
): Promise<readonly (readonly [table: string, key: string])[]> {
  const { where, whereAct, params } = goneOperations(scopeId, reached);
  const found = await sql.read({
    sql: `
      select 'snapshot' as name, kind || '/' || id as id from snapshot where scope_id = ?1
      union all select 'optimistic', kind || '/' || id from optimistic where scope_id = ?1
      union all select 'canonical_id', entity_type || '/' || local_id from canonical_id where scope_id = ?1
      union all select 'sync_receipt', receipt_id from sync_receipt where ${where}
      union all select 'sync_conflict', client_operation_id from sync_conflict where ${where}
      union all select 'sync_operation', client_operation_id from sync_operation where ${where}
      union all select 'online_act', act_id from online_act where ${whereAct}
      union all select 'draft', value from json_each(?3)
      order by 1, 2`,
    params: [...params, JSON.stringify(reached.drafts.gone)],
  });
  return found.map((row) => [textIn(row, "name"), textIn(row, "id")]);
}
