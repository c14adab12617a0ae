import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { Client } from "pg";
import type { Consumer } from "../../contract/outbox/vocabulary.ts";
import { leaseRows } from "../../db/outbox/lease-rows.ts";
import { openDatabase } from "../../db/open-database.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { explainStatement, isStatement, wasteOf } from "../factories/db/explain.ts";
import { anEvent, emitEvents } from "../factories/outbox/outbox-rows.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { recordStatements } from "../harness/record-statements.ts";

const files = await useOwnDatabase();
const database = openDatabase({ url: files.appUrl, poolSize: 2, applicationName: "test" });
const superuser = new Client({ connectionString: files.superuserUrl });

beforeAll(async () => {
  await superuser.connect();
  await emitEvents(
    database,
    Array.from({ length: 5_000 }, () => anEvent("ClientLoggedIn")),
  );
  await superuser.query("vacuum analyze outbox");
});
afterAll(async () => {
  await superuser.end();
  await database.close();
});

const LANES: readonly (readonly Consumer[])[] = [["event-feed"], ["mail"], ["agenda", "mail"]];

test.each(LANES)(
  "a lease reads only the rows that it takes, not the whole queue: %s",
  async (...consumers) => {
    const lease = { consumers, limit: 10, leaseSeconds: 0 };
    const { sent } = await recordStatements(() =>
      transact(database.em, (tx) => leaseRows(tx, lease)),
    );
    const [statement] = sent.filter(isStatement);
    if (statement === undefined) throw new Error("Nothing was sent");
    const plan = await explainStatement(superuser, statement);
    expect(wasteOf(plan)).toEqual([]);
  },
);
