import { expressionBuilder } from "kysely";
import { textRows } from "./statements/sql-parts.ts";
import { tables } from "../tables.ts";
import type { Tx } from "./transactions/transact.ts";

/**
 * Locks names for which no row exists, one after the other, until the transaction ends. A later statement reads the
 * facts.
 */
export async function lockName(tx: Tx, ...names: readonly string[]): Promise<void> {
  await takeEach(tx, names, "pg_advisory_xact_lock");
}

/** Locks names in shared mode: other sharers do not wait, {@link lockName} waits for all of them. */
export async function shareName(tx: Tx, ...names: readonly string[]): Promise<void> {
  await takeEach(tx, names, "pg_advisory_xact_lock_shared");
}

const { fn, lit } = expressionBuilder<{ readonly name: { readonly value: string } }, "name">();
const keyOfName = fn<number>("hashtextextended", ["name.value", lit(0)]);

async function takeEach(tx: Tx, names: readonly string[], lock: string): Promise<void> {
  await tables(tx)
    .selectFrom(textRows(names).as("name"))
    .select(fn<string>(lock, [keyOfName]).as("lock"))
    .execute();
}
