import { sql } from "kysely";
import { IDEMPOTENCY_KEY_DAYS } from "../../contract/privacy/vocabulary.ts";
import type { Tx } from "../transact.ts";

/**
 * Deletes Idempotency-Keys of more than 400 days ago, oldest first.
 *
 * @returns how many were deleted.
 */
export async function pruneIdempotencyKeys(tx: Tx, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from idempotency_key
     where (caller, method, route, key) in (
       select caller, method, route, key from idempotency_key
        where created_at < clock_now() - make_interval(days => ${IDEMPOTENCY_KEY_DAYS})
        order by created_at limit ${limit} for update skip locked)
    returning 1
  `.execute(tx.getKysely());
  return rows.length;
}
