import type { Sql } from "../../ports/sql.ts";
import { textIn } from "../../store/columns.ts";

/** The files of an operation, in the order in which the person attached them. */
export async function filesOf(sql: Sql, clientOperationId: string): Promise<readonly string[]> {
  const rows = await sql.read({
    sql: `select media_id from media_attachment where client_operation_id = ? order by position`,
    params: [clientOperationId],
  });
  return rows.map((row) => textIn(row, "media_id"));
}
