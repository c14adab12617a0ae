import type { Sql } from "../../ports/sql.ts";
import { textIn } from "../../store/columns.ts";
import { INBOX_LIMITS } from "../../../contract/inbox/vocabulary.ts";

/**
 * Rows of a workspace to read individually, because an act of this device refers to them. After a refused act, the
 * coach has to see who acted first; a recent decision can still be undone. At most 50 at a time, the newest first.
 */
export async function openRows(
  sql: Sql,
  { workspaceId, now }: { readonly workspaceId: string; readonly now: number },
): Promise<readonly string[]> {
  const rows = await sql.read({
    sql: `select operation.object_id, max(operation.updated_at) as changed_at
      from sync_operation operation join cache_scope using (scope_id)
      where workspace_id = ? and cache_scope.status not in ('SEALED', 'PURGING', 'LOCKED')
        and operation.operation_type glob 'inbox.*' and operation.object_id is not null
        and (operation.status in ('REJECTED', 'CONFLICTED') and not exists (
            select 1 from sync_operation later where later.resubmit_of = operation.client_operation_id)
          or operation.status = 'ACCEPTED' and operation.updated_at > ?
            and operation.operation_type in ('inbox.resolve', 'inbox.dismiss'))
      group by operation.object_id order by changed_at desc limit 50`,
    params: [workspaceId, now - INBOX_LIMITS.undoMinutes * 60_000],
  });
  return rows.map((row) => textIn(row, "object_id"));
}
