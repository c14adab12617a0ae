import { afterAll, expect, test } from "@jest/globals";
import { sql } from "kysely";
import { leaseRows } from "../db/outbox/lease-rows.ts";
import { openDatabase } from "../db/orm.ts";
import { pruneScopeChanges } from "../db/sync/receipts/prune-sync-records.ts";
import { transact } from "../db/transact.ts";
import { openTestDatabase } from "./harness/database.ts";

const { appUrl } = await openTestDatabase();
const database = openDatabase({ url: appUrl, poolSize: 1, applicationName: "test" });
afterAll(() => database.close());

async function keptStatements(): Promise<readonly string[]> {
  const { rows } = await sql<{ statement: string }>`
    select statement from pg_prepared_statements
  `.execute(database.em.fork().getKysely());
  return rows.map(({ statement }) => statement);
}

async function answer(text: string, value: number): Promise<unknown> {
  const connection = database.em.fork().getKysely();
  const { rows } = await sql`select ${value}::int as ${sql.ref(text)}`.execute(connection);
  return rows[0];
}

test("a statement that comes again and again is kept by the database, and answers as before", async () => {
  for (let value = 1; value <= 8; value += 1)
    expect(await answer("often", value)).toEqual({ often: value });
  expect(await keptStatements()).toEqual(['select $1::int as "often"']);
});

test("one that comes once is not, nor one that reads the queue or takes a slice, however often", async () => {
  await answer("once", 1);
  const lease = { consumers: ["mail"], limit: 1, leaseSeconds: 1 } as const;
  for (let turn = 0; turn < 8; turn += 1) {
    await transact(database.em, (tx) => leaseRows(tx, lease));
    await transact(database.em, (tx) => pruneScopeChanges(tx, 1));
  }
  expect(await keptStatements()).toEqual(['select $1::int as "often"']);
});

test("a connection keeps a bounded number of them", async () => {
  for (let name = 0; name < 160; name += 1)
    for (let turn = 0; turn < 5; turn += 1)
      expect(await answer(`column ${name}`, turn)).toEqual({ [`column ${name}`]: turn });
  expect((await keptStatements()).length).toBeLessThanOrEqual(150);
});
