import type { Sql } from "../ports/sql.ts";
import { numberIn } from "./columns.ts";

/** Number of operations and online acts that this device ever made. A transaction compares it to notice a new one. */
export const MADE = `(select total(enqueued) + (select acts from device_metadata) from cache_scope)`;

/** Number of operations and online acts without an answer. */
export const UNSENT = `((select count(*) from sync_operation where status in ('QUEUED', 'SYNCING'))
  + (select count(*) from online_act where status = 'OPEN'))`;

/** Number of things that a sign-out would lose: also forms whose answers were written, neither saved nor submitted. */
export const LOST = `(${UNSENT} + (select count(*) from draft
  where kind = 'FORM' and status = 'OPEN'
    and id not in (select object_id from online_act where status = 'OPEN')))`;

/** The present value of one of these numbers. */
export async function count(sql: Sql, number: typeof MADE | typeof LOST): Promise<number> {
  const [row] = await sql.read({ sql: `select ${number} as counted` });
  return row === undefined ? 0 : numberIn(row, "counted");
}
