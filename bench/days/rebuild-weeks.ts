import type { Client } from "pg";
import { copyRows, idOf } from "../phones/copy-rows.ts";
import type { DaysHouse } from "./run-scan.ts";

/**
 * Gives relationships 26 weeks of earlier days with eight tasks each, some of them missed, and recomputes all sums
 * with the operator's command.
 */
export async function rebuildWeeks(
  { stack, database }: DaysHouse,
  relationships: number,
): Promise<Rebuilt> {
  const { rows } = await database.query<{ id: string }>(
    "select relationship_id as id from relationship_calendar order by 1 limit $1",
    [relationships],
  );
  const ids = rows.map(({ id }) => id);
  await addPastDays(database, ids, DATES);
  const from = performance.now();
  await stack.run("workers/operator/rebuild-days.ts", ids);
  const seconds = (performance.now() - from) / 1_000;
  const left = await database.query<{ days: number; undone: number }>(
    `select count(*)::int as days, (count(*) filter (where invalidated_at is not null))::int as undone
       from agenda_day where relationship_id = any($1::uuid[])`,
    [ids],
  );
  const { days = 0, undone = 0 } = left.rows[0] ?? {};
  if (undone > 0) throw new Error(`${undone} days were not recomputed`);
  return { seconds, days };
}

/** Days in 26 weeks. */
const DATES = 182;

/** Cost of recomputing the sums of some days. */
export interface Rebuilt {
  readonly seconds: number;
  readonly days: number;
}

/** Copies the first day of relationships to the days before it. */
export async function addPastDays(
  database: Client,
  ids: readonly string[],
  count: number,
): Promise<void> {
  const dates = `cross join generate_series(1, ${count}) as n`;
  const own = (
    table: string,
  ) => `(select row.* from ${table} row where relationship_id = any($1::uuid[])
    and local_date = (select min(local_date) from agenda_day
                      where relationship_id = row.relationship_id)) one`;
  const copies = (table: string, changed: Readonly<Record<string, string>>) => {
    const differing = new Map(Object.entries({ ...changed, local_date: "one.local_date - n" }));
    return copyRows(database, {
      table,
      changed: (column) => differing.get(column),
      from: `from ${own(table)} ${dates}`,
      values: [ids],
    });
  };
  await copies("agenda_day", { closed_at: "one.opened_at", look_at: "null" });
  await copies("agenda_task", {
    id: idOf("one.id::text || n"),
    status: "(array['COMPLETED', 'MISSED'])[1 + n % 2]",
    // The history of values is not copied.
    newest_value_id: "null",
    newest_value_revision: "null",
  });
  await database.query("vacuum analyze agenda_day, agenda_task");
}
