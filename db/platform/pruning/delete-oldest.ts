import { sql } from "kysely";
import { type Tables, tables } from "../../tables.ts";
import type { Tx } from "../transactions/transact.ts";

/**
 * Creates a function that deletes the oldest rows of a table in one statement: at most `limit`, after skipping the
 * first `skip`. It returns how many rows it deleted. Locked rows are left to the next run.
 *
 * @param key the table's primary key.
 * @param choose narrows the rows, which are called `old`, and orders them, oldest first.
 */
export function deleteOldest<Table extends keyof Tables>(
  table: Table,
  key: readonly (keyof Tables[Table] & string)[],
  choose: (old: OldRows<Table>) => OldRows<Table>,
): (tx: Tx, limit: number, skip?: number) => Promise<number> {
  return async (tx, limit, skip = 0) => {
    const oldest = choose(rowsOf(tx, table))
      .select(key.map((name) => sql.ref(`old.${name}`).as(name)))
      .limit(limit)
      .offset(skip)
      .forUpdate("old")
      .skipLocked();
    const columns = sql.join(key.map((name) => sql.ref(name)));
    const { numAffectedRows = 0n } =
      await sql`delete from ${sql.table(table)} where (${columns}) in ${oldest}`.execute(
        tables(tx),
      );
    return Number(numAffectedRows);
  };
}

/** Rows of a table, called `old`. */
type OldRows<Table extends keyof Tables> = ReturnType<typeof rowsOf<Table>>;

function rowsOf<Table extends keyof Tables>(tx: Tx, table: Table) {
  return tables(tx).selectFrom(sql<Tables[Table]>`${sql.table(table)}`.as("old"));
}
