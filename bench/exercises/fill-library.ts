import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "pg";
import { copyRows } from "../phones/copy-rows.ts";

const WITHIN_MS = 600_000;

/** Waits for the provider's exercises, and copies them under other names until there are enough. */
export async function fillLibrary(database: Client, wanted: number): Promise<void> {
  await untilProviderIsRead(database);
  const { rows } = await database.query<{ count: number }>(
    "select count(*)::int as count from exercise where workspace_id is null",
  );
  const { count = 0 } = rows[0] ?? {};
  if (count === 0) throw new Error("The library is empty");
  const changed: Readonly<Record<string, string>> = {
    id: "gen_random_uuid()",
    provider_exercise_id: "one.provider_exercise_id || '-' || nth",
    title: "one.title || ' ' || nth",
    name_key: "one.name_key || ' ' || nth",
    name_words: "one.name_words + 1",
  };
  await copyRows(database, {
    table: "exercise",
    changed: (column) => changed[column],
    from: `from (select *, row_number() over (order by id) as place from exercise where workspace_id is null) one
      cross join generate_series(1, ceil($1::float8 / $2)::int) nth where nth * $2 + one.place <= $1`,
    values: [wanted, count],
  });
  await database.query("vacuum analyze exercise");
}

/** The stack itself reads its provider's catalogue, at the rate that the plan allows. */
async function untilProviderIsRead(database: Client): Promise<void> {
  const deadline = performance.now() + WITHIN_MS;
  while (performance.now() < deadline) {
    const { rows } = await database.query<{ state: string }>(
      "select state from catalogue_run where finished_at is not null order by id desc limit 1",
    );
    const [run] = rows;
    if (run?.state === "DONE") return;
    if (run !== undefined) throw new Error(`The read ended as ${run.state}`);
    await sleep(500);
  }
  throw new Error("The catalogue was not read in time");
}
