import { sql } from "kysely";
import { tables } from "./tables.ts";
import type { Tx } from "./transact.ts";

/**
 * Lets one transaction at a time do what goes by this name, where no row stands for it; it holds until
 * the transaction ends. What is there is read by a later statement.
 */
export async function lockName(tx: Tx, name: string): Promise<void> {
  await tables(tx)
    .selectNoFrom(sql`pg_advisory_xact_lock(hashtextextended(${name}, 0))`.as("lock"))
    .execute();
}
