import { sql } from "kysely";
import type { Tx } from "../transact.ts";

/**
 * Makes dead letters due again with all their tries; null takes all of them.
 *
 * @returns how many were there.
 */
export async function redriveRows(tx: Tx, ids: readonly string[] | null): Promise<number> {
  const { numAffectedRows } = await sql`
    update outbox set dead_at = null, attempts = 0, available_at = clock_now()
    where dead_at is not null and (${ids}::uuid[] is null or id = any(${ids}::uuid[]))
  `.execute(tx.getKysely());
  return Number(numAffectedRows ?? 0n);
}
