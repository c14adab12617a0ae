import { textIn } from "../store/columns.ts";
import type { PartContext } from "../parts/part-context.ts";
import { READ } from "./entries/read-entry.ts";

/**
 * Reads the scope, and marks the conflicts that were open before as read. A conflict that arrives meanwhile may be
 * newer than the answer, so it stays unread.
 */
export async function refetchScope({
  core,
  scopeId,
  refresh,
}: Pick<PartContext, "core" | "scopeId" | "refresh">): ReturnType<PartContext["refresh"]> {
  const { sql } = core.ports;
  const open = await sql.read({
    sql: `select client_operation_id from sync_conflict where scope_id = ? and resolution_status = 'OPEN'`,
    params: [scopeId],
  });
  const outcome = await refresh();
  if (outcome !== "READ" || open.length === 0) return outcome;
  const ids = open.map((row) => textIn(row, "client_operation_id"));
  await sql.write([
    {
      sql: `update sync_conflict set resolution_status = ?
        where client_operation_id in (select value from json_each(?)) and resolution_status = 'OPEN'`,
      params: [READ, JSON.stringify(ids)],
    },
  ]);
  core.changes.emit(scopeId);
  return outcome;
}
