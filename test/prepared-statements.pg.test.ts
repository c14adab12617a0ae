import { globSync, readFileSync } from "node:fs";
import { afterAll, expect, test } from "@jest/globals";
import { sql } from "kysely";
import { leaseRows } from "../db/outbox/lease-rows.ts";
import { openDatabase } from "../db/open-database.ts";
import { runNamed } from "../db/platform/pipeline/run-named.ts";
import { pruneScopeChanges } from "../db/sync/receipts/prune-sync-records.ts";
import { transact } from "../db/platform/transactions/transact.ts";
import { useOwnDatabase } from "./harness/database.ts";

const { appUrl } = await useOwnDatabase();
const database = openDatabase({ url: appUrl, poolSize: 1, applicationName: "test" });
afterAll(() => database.close());

const NAMED = /(?:prepareQuery\(|runNamed\(\s*\w+,|\.named\()\s*"(?<name>.*?)"/g;

async function preparedStatements(): Promise<readonly { name: string; statement: string }[]> {
  const { rows } = await sql<{ name: string; statement: string }>`
    select name, statement from pg_prepared_statements
  `.execute(database.em.fork().getKysely());
  return rows;
}

async function answer(statement: ReturnType<typeof sql>): Promise<unknown> {
  const { rows } = await statement.execute(database.em.fork().getKysely());
  return rows[0];
}

test("A named statement is prepared by the database under its name and returns the same", async () => {
  for (let value = 1; value <= 8; value += 1) {
    const statement = sql`select ${value}::int as named`;
    expect(await runNamed(database.em.fork(), "answer", statement)).toEqual([{ named: value }]);
  }
  expect(await preparedStatements()).toEqual([
    { name: "answer", statement: "select $1::int as named" },
  ]);
});

test("An unnamed statement is not prepared, nor one that reads the queue or takes a slice", async () => {
  const before = await preparedStatements();
  const lease = { consumers: ["mail"], limit: 1, leaseSeconds: 1 } as const;
  for (let turn = 0; turn < 8; turn += 1) {
    expect(await answer(sql`select ${turn}::int as unnamed`)).toEqual({ unnamed: turn });
    await transact(database.em, (tx) => leaseRows(tx, lease));
    await transact(database.em, (tx) => pruneScopeChanges(tx, 1));
  }
  expect(await preparedStatements()).toEqual(before);
});

test("A name belongs to one statement, and there are at most 180 names", () => {
  const names = globSync("db/**/*.ts").flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(NAMED)].map(({ groups }) => groups?.["name"]),
  );
  expect(names).toContain("load-admission");
  expect(names).toContain("caller");
  expect(names).toContain("due-deferrals");
  expect(names.filter((name) => !/^[a-z][a-z-]*$/.test(name ?? ""))).toEqual([]);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  expect(names.length).toBeLessThanOrEqual(180);
});
