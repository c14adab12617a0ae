import { afterAll, expect, test } from "@jest/globals";
import { sql } from "kysely";
import { entityOf } from "../../db/entities.ts";
import { openDatabase } from "../../db/open-database.ts";
import { prepareQuery, type Slots } from "../../db/platform/pipeline/prepare-query.ts";
import {
  given,
  holds,
  instantText,
  json,
  jsonList,
  jsonObject,
} from "../../db/platform/statements/sql-parts.ts";
import { tables } from "../../db/tables.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { useOwnDatabase } from "../harness/database.ts";

const { appUrl } = await useOwnDatabase();
const database = openDatabase({ url: appUrl, poolSize: 2, applicationName: "test" });
afterAll(() => database.close());
const userId = "01900000-0000-7000-8000-000000000001";
const createdAt = new Date("2026-03-01T10:20:30.456Z");

test("Every table is queried by its own name, and every column by its property's", () => {
  const from = tables(database.em.fork());
  for (const [name, entity] of Object.entries(entityOf)) {
    const { tableName, props } = database.orm.getMetadata().get<object>(entity);
    const properties = sql.join(props.map((property) => sql.ref(property.name)));
    const columns = props.map(({ fieldNames }) => `"${fieldNames.join()}"`).join(", ");
    const { sql: text } = sql`select ${properties} from ${sql.table(name)}`.compile(from);
    expect(text).toBe(`select ${columns} from "${tableName}"`);
  }
});

test("A query sees the writes of its transaction and returns values as the entity does", async () => {
  await transact(database.em, async (tx) => {
    await tables(tx)
      .insertInto("appUser")
      .values({
        id: userId,
        displayName: "Ann",
        status: "ACTIVE",
        roles: ["COACH"],
        createdAt,
        updatedAt: createdAt,
      })
      .execute();
    const read = await tables(tx)
      .selectFrom("appUser")
      .where("id", "=", userId)
      .select(["roles", "createdAt", "deletedAt", "displayName"])
      .select(({ ref }) => [
        instantText(ref("createdAt")).as("at"),
        instantText(ref("deletedAt")).as("goneAt"),
      ])
      .executeTakeFirstOrThrow();
    expect(read).toEqual({
      roles: ["COACH"],
      createdAt,
      deletedAt: null,
      displayName: "Ann",
      at: "2026-03-01T10:20:30.456Z",
      goneAt: null,
    });
  });
});

test("The builder covers lists and objects of JSON, conditions and optional values", async () => {
  await transact(database.em, async (tx) => {
    const words = sql<{
      readonly entry: string;
    }>`(select entry from (values ('a'), ('b')) v (entry))`;
    const read = await tables(tx)
      .selectNoFrom(({ eb, lit, val }) => [
        jsonObject({ one: lit(1), list: jsonList(words) }).as("object"),
        jsonList(sql<{ readonly entry: string }>`(select 'a' as entry where false)`).as("nothing"),
        holds(eb(sql<number | null>`null::int`, "=", 1)).as("unknown"),
        holds(given<number>(null, (value) => eb(val(1), "=", value))).as("notGiven"),
        holds(given(2, (value) => eb(val(1), "=", value))).as("given"),
        json({ snake_case: { inner_name: [1] } }).as("kept"),
      ])
      .executeTakeFirstOrThrow();
    expect(read).toEqual({
      object: { one: 1, list: ["a", "b"] },
      nothing: [],
      unknown: false,
      notGiven: true,
      given: false,
      kept: { snake_case: { inner_name: [1] } },
    });
  });
});

test("64-bit numbers and decimals are numbers, days and intervals are text", async () => {
  const { rows } = await sql`
    select 9007199254740991::bigint as whole, 1.5::numeric as decimal, '2026-03-01'::date as day,
           '1 hour'::interval as shift`.execute(database.em.fork().getKysely());
  expect(rows).toEqual([
    { whole: 9007199254740991, decimal: 1.5, day: "2026-03-01", shift: "01:00:00" },
  ]);
});

test("A prepared query takes new values each time, and repeats a value wherever its slot occurs", async () => {
  const sums = prepareQuery(
    "sums",
    (from, slot: Slots<{ readonly a: number; readonly b: number }>) =>
      from.selectNoFrom(
        sql<number>`${slot("a")}::int + ${slot("b")}::int * 10 + ${slot("a")}::int * 100 + ${7}::int`.as(
          "sum",
        ),
      ),
  );
  const em = database.em.fork();
  expect(await sums(em, { a: 1, b: 2 })).toEqual([{ sum: 128 }]);
  expect(await sums(em, { b: 4, a: 3 })).toEqual([{ sum: 350 }]);
});
