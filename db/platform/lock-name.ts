import { expressionBuilder } from "kysely";
import { textRows } from "../sql-parts.ts";
import { tables } from "../tables.ts";
import type { Tx } from "../transact.ts";

/**
 * Lets one transaction at a time do what goes by these names, where no row stands for it; it holds until
 * the transaction ends. Names are taken one after the other. What is there is read by a later statement.
 */
export async function lockName(tx: Tx, ...names: readonly string[]): Promise<void> {
  await takeEach(tx, names, "pg_advisory_xact_lock");
}

/** Holds names as they are: others may too, and {@link lockName} waits for all of them. */
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
