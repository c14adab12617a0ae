import { afterAll, expect, test } from "@jest/globals";
import { sql } from "kysely";
import { openDatabase } from "../../db/open-database.ts";
import { tables } from "../../db/tables.ts";
import { HISTORY } from "../factories/privacy/history-words.ts";
import { textOf } from "../docs/house-files.ts";
import { useOwnDatabase } from "../harness/database.ts";

const { appUrl } = await useOwnDatabase();
const database = openDatabase({ url: appUrl, poolSize: 1, applicationName: "erased-tables" });
afterAll(() => database.close());

/** There is no outcome "not yet": each new table needs one. */
const OUTCOMES = ["erased", "in time", "kept", "none"];

/** The page's row for each table. */
const rows = [
  ...textOf("docs/personal-data.md").matchAll(/^\| `(\w+)` +\| (.+?) +\| (.+?) +\|$/gm),
].map(([, table = "", outcome = "", what = ""]) => ({ table, outcome, what }));

test("every table appears once in docs/personal-data.md, with an outcome, and no table that is gone", async () => {
  const names = [...(await columnsByTable()).keys()];
  expect(rows.map(({ table }) => table).toSorted()).toEqual(names.toSorted());
  expect(rows.filter(({ outcome }) => !OUTCOMES.includes(outcome))).toEqual([]);
});

test("docs/personal-data.md names every history that is erased completely", () => {
  const whole = rows.filter(({ what }) => what.startsWith("every row")).map(({ table }) => table);
  expect(HISTORY.filter((table) => !whole.includes(table))).toEqual([]);
});

test("a column that docs/personal-data.md names exists in its table", async () => {
  const columns = await columnsByTable();
  const unknown = rows.flatMap(({ table, what }) =>
    [...what.matchAll(/`(\w+)`/g)]
      .map(([, column = ""]) => column)
      .filter((column) => !(columns.get(table) ?? []).includes(column))
      .map((column) => `${table}.${column}`),
  );
  expect(unknown).toEqual([]);
});

/** Every table of the schema with its columns. */
async function columnsByTable(): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows: found } = await sql<{ name: string; columns: string[] }>`
    select c.relname as name, array_agg(a.attname::text) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and a.attnum > 0 and not a.attisdropped and c.relname <> 'mikro_orm_migrations'
    group by c.relname
  `.execute(tables(database.em.fork()));
  return new Map(found.map(({ name, columns }) => [name, columns]));
}
