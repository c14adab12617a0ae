import type { Client } from "pg";
import type { LeftTable } from "../same-rows/left-rows.ts";

/** One statement that leaves what a batch left, and what takes that away again. */
export interface SameRows {
  /** Leaves the rows; answers the milliseconds it took. */
  readonly leave: () => Promise<number>;
}

/**
 * The same rows by one statement: what a batch inserted is inserted as it was, what it changed is changed to what it
 * became. Between two turns, which is not timed, all is as before.
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

/** Children first: tables are deleted from in the reverse order of their writing. */
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
