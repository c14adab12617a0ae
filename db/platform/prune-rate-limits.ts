import { sql } from "kysely";
import type { Tx } from "../transact.ts";

/**
 * Deletes counters whose window closed more than an hour ago: the clocks of the processes that count
 * differ by less.
 *
 * @returns how many were deleted.
 */
export async function pruneRateLimits(tx: Tx, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from rate_limit
     where key in (
       select key from rate_limit
        where expire < (extract(epoch from clock_now() - interval '1 hour') * 1000)::bigint
        order by expire limit ${limit} for update skip locked)
    returning 1
  `.execute(tx.getKysely());
  return rows.length;
}
