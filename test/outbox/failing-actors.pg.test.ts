import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { Client } from "pg";
import { countActorFailure } from "../../db/outbox/actor-rows.ts";
import { countFailingActors, listOverdueDelays } from "../../db/outbox/queries.ts";
import { openDatabase } from "../../db/open-database.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { explainStatement, isStatement, wasteOf } from "../factories/db/explain.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { recordStatements } from "../harness/record-statements.ts";

const files = await useOwnDatabase();
const database = openDatabase({ url: files.appUrl, poolSize: 2, applicationName: "test" });
const superuser = new Client({ connectionString: files.superuserUrl });

beforeAll(async () => {
  await superuser.connect();
  await superuser.query(`insert into actor (workflow_id, due_at, due_reason)
    select 'device/' || n, clock_now() + interval '1 hour', 'UNDO_WINDOW'
    from generate_series(1, 20000) n`);
  await superuser.query(`insert into actor (workflow_id, due_at, due_reason)
    values ('device/due', clock_now(), 'SETTLEMENT'), ('device/late', clock_now(), 'SETTLEMENT'),
      ('device/tomorrow', clock_now() + interval '1 day', 'UNDO_WINDOW'),
      ('onboarding/late', clock_now(), 'REMINDER'), ('account-deletion/due', clock_now(), 'DELETION')`);
  for (const workflowId of ["device/late", "device/tomorrow", "onboarding/late"]) {
    await transact(database.em, (tx) => countActorFailure(tx, workflowId, () => 300_000));
  }
  await superuser.query("vacuum analyze actor");
});
afterAll(async () => {
  await superuser.end();
  await database.close();
});

test("failing actors are counted by kind, even while they wait for a retry or are due tomorrow", async () => {
  const counted = await countFailingActors(database.em.fork());
  expect(counted.toSorted((a, b) => (a.kind < b.kind ? -1 : 1))).toEqual([
    { kind: "device", count: 2 },
    { kind: "onboarding", count: 1 },
  ]);
});

test("the oldest delay of overdue actors is listed by kind, also for an actor that waits for its retry", async () => {
  const delays = await listOverdueDelays(database.em.fork());
  expect(delays.map(({ kind }) => kind).toSorted()).toEqual([
    "account-deletion",
    "device",
    "onboarding",
  ]);
  for (const { oldestSeconds } of delays) {
    expect(oldestSeconds).toBeGreaterThan(0);
    expect(oldestSeconds).toBeLessThan(600);
  }
});

test("the list of overdue actors reads only those that are due among twenty thousand that wait", async () => {
  const { sent } = await recordStatements(() => listOverdueDelays(database.em.fork()));
  const [statement] = sent.filter(isStatement);
  if (statement === undefined) throw new Error("Nothing was sent");
  const plan = await explainStatement(superuser, statement);
  expect(wasteOf(plan)).toEqual([]);
});

test("the count of failing actors reads only those that fail among twenty thousand that wait", async () => {
  const { sent } = await recordStatements(() => countFailingActors(database.em.fork()));
  const [statement] = sent.filter(isStatement);
  if (statement === undefined) throw new Error("Nothing was sent");
  const plan = await explainStatement(superuser, statement);
  expect(wasteOf(plan)).toEqual([]);
});
