import type { Sql } from "../ports/sql.ts";
import { textIn } from "../store/columns.ts";
import { goneOperations } from "./gone-operations.ts";
import type { ReachedOperations } from "./reached-operations.ts";

/** The rows that an order deletes, in a fixed order: evidence of what was deleted, without its content. */
export async function deletedRows(
  sql: Sql,
  scopeIds: readonly string[],
  reached: ReachedOperations,
): Promise<readonly (readonly [table: string, key: string])[]> {
  const { where, whereAct, params } = goneOperations(reached);
  const within = `scope_id in (select value from json_each(?3))`;
  const found = await sql.read({
    sql: `
      select 'snapshot' as name, kind || '/' || id as id from snapshot where ${within}
      union all select 'optimistic', kind || '/' || id from optimistic where ${within}
      union all select 'canonical_id', entity_type || '/' || local_id from canonical_id where ${within}
      union all select 'receipt_chain', device_id from receipt_chain where ${within}
      union all select 'sync_receipt', receipt_id from sync_receipt where ${where}
      union all select 'sync_conflict', client_operation_id from sync_conflict where ${where}
      union all select 'sync_operation', client_operation_id from sync_operation where ${where}
      union all select 'online_act', act_id from online_act where ${whereAct}
      union all select 'draft', value from json_each(?4)
      order by 1, 2`,
    params: [...params, JSON.stringify(scopeIds), JSON.stringify(reached.drafts.gone)],
  });
  return found.map((row) => [textIn(row, "name"), textIn(row, "id")]);
}
