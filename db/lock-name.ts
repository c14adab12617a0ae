import { type RawBuilder, sql } from "kysely";
import { textRows } from "./sql-parts.ts";
import { tables } from "./tables.ts";
import type { Tx } from "./transact.ts";

/**
 * Lets one transaction at a time do what goes by these names, where no row stands for it; it holds until
 * the transaction ends. Names are taken one after the other. What is there is read by a later statement.
 */
export async function lockName(tx: Tx, ...names: readonly string[]): Promise<void> {
  await takeEach(tx, names, sql`pg_advisory_xact_lock(hashtextextended(name.value, 0))`);
}

/** Holds names as they are: others may too, and {@link lockName} waits for all of them. */
export async function shareName(tx: Tx, ...names: readonly string[]): Promise<void> {
  await takeEach(tx, names, sql`pg_advisory_xact_lock_shared(hashtextextended(name.value, 0))`);
}

async function takeEach(tx: Tx, names: readonly string[], lock: RawBuilder<unknown>) {
  await tables(tx).selectFrom(textRows(names).as("name")).select(lock.as("lock")).execute();
}
