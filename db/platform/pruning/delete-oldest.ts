import { sql } from "kysely";
import { type Tables, tables } from "../../tables.ts";
import type { Tx } from "../../transact.ts";

/**
 * Makes what deletes the oldest rows of one table, at most `limit`, past `skip` at the front, in one statement. It answers
 * how many rows it deleted. Rows that somebody has locked are left to the next time.
 *
 * @param key the table's primary key.
 * @param choose narrows the rows, which are called `old`, and orders them, the oldest first.
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
