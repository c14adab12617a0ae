import type { Client } from "pg";
import type { LeftTable } from "../same-rows/left-rows.ts";

/** A statement that writes the rows of a batch, and one that undoes it. */
export interface SameRows {
  /** Writes the rows; returns the milliseconds it took. */
  readonly leave: () => Promise<number>;
}

/**
 * Writes the same rows with one statement: inserts what a batch inserted, and updates what it changed. Between two
 * turns everything is restored, which is not timed.
 */
export function sameRows(database: Client, left: readonly LeftTable[]): SameRows {
  const values: string[] = [];
  const given = (rows: readonly object[]) => `$${values.push(JSON.stringify(rows))}::jsonb`;
  const writes = left.flatMap(({ table, key, inserted, updated }) => [
    ...(inserted.length > 0
      ? [
          `insert into ${table} select * from jsonb_populate_recordset(null::${table}, ${given(inserted)})`,
        ]
      : []),
    ...updated.map(({ before, after }) => {
      const changed = Object.keys(after).filter(
        (column) => JSON.stringify(before[column]) !== JSON.stringify(after[column]),
      );
      const set = changed.map((column) => `${column} = row.${column}`).join(", ");
      const same = key.map((column) => `it.${column} = row.${column}`).join(" and ");
      return `update ${table} it set ${set}
        from jsonb_populate_recordset(null::${table}, ${given([after])}) row where ${same}`;
    }),
  ]);
  const named = writes.map((write, nth) => `write${nth} as (${write})`).join(",\n");
  const text = `with ${named} select 1`;
  return {
    async leave() {
      await takeAway(database, left);
      const begun = performance.now();
      await database.query({ name: "same-session-rows", text, values });
      return performance.now() - begun;
    },
  };
}

/** Children first: rows are deleted in the reverse order of the tables' writes. */
async function takeAway(database: Client, left: readonly LeftTable[]): Promise<void> {
  await database.query("begin");
  await database.query("set local session_replication_role = replica");
  for (const { table, key, inserted } of left) {
    const same = key.map((column) => `it.${column} = row.${column}`).join(" and ");
    if (inserted.length > 0)
      await database.query(
        `delete from ${table} it using jsonb_populate_recordset(null::${table}, $1::jsonb) row where ${same}`,
        [JSON.stringify(inserted)],
      );
  }
  await database.query("commit");
}
