import type { Sql } from "../ports/sql.ts";
import { maybeTextIn } from "../store/columns.ts";

/** The id of the present session; null before the first sign-in. */
export async function readSessionId(sql: Sql): Promise<string | null> {
  const [row] = await sql.read({ sql: `select session_id from device_metadata` });
  return row === undefined ? null : maybeTextIn(row, "session_id");
}
