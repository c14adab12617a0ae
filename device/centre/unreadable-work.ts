import type { Core } from "../core.ts";
import { numberIn, oneOfIn, textIn } from "../store/columns.ts";
import type { ScopeRow } from "../store/load-scope.ts";
import type { DiscardUnreadable, Unreadable } from "./types.ts";

/** The drafts and online acts of a scope whose key is gone, oldest first. */
export async function unreadableWork(
  { ports }: Core,
  { scopeId }: ScopeRow,
): Promise<readonly Unreadable[]> {
  const rows = await ports.sql.read({
    sql: `select id, 'DRAFT' as what, kind as type, created_at from draft
        where scope_id = ?1 and status = 'UNREADABLE'
      union all select act_id, 'ACT', act_type, created_at from online_act
        where scope_id = ?1 and status = 'UNREADABLE'
      order by 4, 1`,
    params: [scopeId],
  });
  return rows.map((row) => ({
    id: textIn(row, "id"),
    what: oneOfIn(row, "what", ["DRAFT", "ACT"]),
    type: textIn(row, "type"),
    createdAt: numberIn(row, "created_at"),
  }));
}

/** Deletes one of them. */
export async function discardUnreadable(
  { ports, changes }: Core,
  { scopeId }: ScopeRow,
  { id }: DiscardUnreadable,
): Promise<"DISCARDED" | "ABSENT"> {
  const params = [scopeId, id];
  const deleted = await ports.sql.write([
    { sql: `delete from draft where scope_id = ? and id = ? and status = 'UNREADABLE'`, params },
    {
      sql: `delete from online_act where scope_id = ? and act_id = ? and status = 'UNREADABLE'`,
      params,
    },
  ]);
  changes.emit(scopeId);
  return deleted.some((count) => count > 0) ? "DISCARDED" : "ABSENT";
}
