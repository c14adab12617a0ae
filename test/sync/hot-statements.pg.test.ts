import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { Client } from "pg";
import type { AdmissionRequest } from "../../activities/sync/admission/admission.ts";
import { admitBatch } from "../../activities/sync/admission/admit-batch.ts";
import type { Operation } from "../../contract/sync/schema.ts";
import { listDayTasks } from "../../db/agenda/queries.ts";
import { findTaskDay, listQuickLogHistory, listTaskDates } from "../../db/quick-log/queries.ts";
import { SCOPE_SLICES } from "../../contract/sync/slice-vocabulary.ts";
import { openDatabase } from "../../db/orm.ts";
import { findScopeSnapshot } from "../../db/sync/scope/queries.ts";
import { explainStatement, isStatement, wasteOf } from "../factories/explain.ts";
import { admissionDeps, type BuiltScope, buildScope, queued, submit } from "../factories/sync.ts";
import { openTestDatabase } from "../harness/database.ts";
import { recordStatements } from "../harness/record-statements.ts";

const RECEIPTS = 10_000;

const files = await openTestDatabase();
const database = openDatabase({ url: files.appUrl, poolSize: 4, applicationName: "test" });
const { em } = database;
const superuser = new Client({ connectionString: files.superuserUrl });
let scope: BuiltScope;

beforeAll(async () => {
  await superuser.connect();
  scope = await buildScope(em);
  const { habit } = scope.agenda;
  await submit(admissionDeps(em), scope, [
    queued("quick-log.complete-task", { taskId: habit.id }),
    drink(0),
  ]);
  await multiplyRows();
});
afterAll(async () => {
  await superuser.end();
  await database.close();
});

function drink(minute: number) {
  return queued("quick-log.record-value", {
    taskId: scope.agenda.water.id,
    metricKind: "WATER",
    value: 300,
    unit: "ml",
    sourceType: "MANUAL",
    recordedAt: new Date(Date.UTC(2026, 0, 5, 8, minute)).toISOString(),
  });
}

/**
 * Ten thousand more of each row that a batch left: half of the same device and relationship on other
 * days, half of others.
 */
async function multiplyRows(): Promise<void> {
  const copies = (table: string, changes: string) => `
    insert into ${table} select made.* from (select * from ${table} limit 1) as one,
      generate_series(1, ${RECEIPTS}) as n,
      lateral (select case when n % 2 = 0 then to_jsonb(one) else to_jsonb(one) || jsonb_build_object(
        'device_id', gen_random_uuid(), 'lineage_id', gen_random_uuid(),
        'relationship_id', gen_random_uuid()) end as base) as based,
      lateral jsonb_populate_record(null::${table}, base || jsonb_build_object(${changes})) as made`;
  const id = (column: string) => `'${column}', gen_random_uuid()`;
  const operationId = `'client_operation_id', 'copy-' || n`;
  const day = `'local_date', date '2020-01-01' + n / 4`;
  const task = (column: string) => `'${column}', md5('task' || n)::uuid`;
  const key = `'source_key', 'copy-' || n`;
  // Copies refer to what is not there, which is of no matter to plans.
  await superuser.query("set session_replication_role = replica");
  for (const statement of [
    copies("sync_batch", `${id("id")}, 'status', 'SETTLED'`),
    copies("sync_payload", id("batch_id")),
    copies(
      "sync_operation",
      `${id("receipt_id")}, ${id("batch_id")}, ${operationId}, 'chain_seq', n + 10`,
    ),
    copies(
      "quick_log_operation",
      `${id("receipt_id")}, ${operationId}, ${day}, ${task("task_id")}`,
    ),
    copies("quick_log_value_entry", `${id("id")}, ${day}, ${task("task_id")}`),
    copies("agenda_task", `${task("id")}, ${day}, ${key}`),
    copies("agenda_task_item", `${id("id")}, ${day}, ${task("task_id")}`),
    copies("agenda_task_event", `${id("id")}, ${operationId}, ${task("task_id")}`),
    copies("scope_change", "'seq', n + 10"),
    `insert into form_assignment (id, form_version_id, relationship_id, source_type, source_id, status,
       revision, created_at, updated_at)
     select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'COACH', gen_random_uuid(),
       'SUBMITTED', 2, now(), now()
     from generate_series(1, ${RECEIPTS})`,
    copies("outbox", `${id("id")}, ${id("event_id")}`),
    "insert into tombstone_verdict values (1, 'ACCEPTED', 'ACCEPTED')",
    `insert into receipt_tombstone
     select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), null, 1, 1, sha256('')
     from generate_series(1, ${RECEIPTS})`,
    `insert into deferred_operation (lineage_id, relationship_id, client_operation_id, device_id,
       batch_id, ordinal, reason, state, attempts, next_attempt_at, fault_class, fingerprint, envelope,
       diagnostics_ref, created_at, updated_at)
     select lineage_id, relationship_id, client_operation_id, device_id, batch_id, ordinal, 'FAULT',
       'DONE', 1, decided_at, 'Error', '', '', receipt_id, decided_at, decided_at
     from sync_operation`,
  ])
    await superuser.query(statement);
  await superuser.query(`update device set chain_seq = ${2 * RECEIPTS}`);
  await superuser.query("set session_replication_role = origin");
  await superuser.query("vacuum analyze");
}

class Enough extends Error {}

/** Admits a batch up to its last statement and then rolls it back. */
async function admitInVain(operations: readonly Operation[]): Promise<void> {
  const request: AdmissionRequest = {
    ...scope,
    actorUserId: scope.clientUserId,
    actor: "CLIENT",
    surface: "CLIENT_MOBILE",
    requestId: "test",
    body: JSON.stringify({ operations }),
    operations,
    faultyOrdinals: new Set(),
    outboxHealth: null,
  };
  const enough = () => Promise.reject(new Enough());
  await expect(admitBatch(admissionDeps(em), request, enough)).rejects.toThrow(Enough);
}

/** The work is to leave nothing behind, so that each of its statements can be run again. */
async function expectCheap(work: () => Promise<unknown>, atLeast: number): Promise<void> {
  const { sent } = await recordStatements(work);
  const statements = sent.filter(isStatement);
  expect(statements.length).toBeGreaterThanOrEqual(atLeast);
  for (const statement of statements) {
    const { plan, ms } = await explainStatement(superuser, statement);
    expect({ statement: statement.text.slice(0, 80), waste: wasteOf(plan) }).toMatchObject({
      waste: [],
    });
    expect(ms).toBeLessThan(100);
  }
}

describe(`With ${RECEIPTS} receipts stored, every hot statement goes by an index`, () => {
  test("admitting a batch of fifty", async () => {
    const { meal, habit, supplement } = scope.agenda;
    const batch = [
      ...Array.from({ length: 44 }, (_, index) => drink(index + 1)),
      ...meal.items.map(({ id }) =>
        queued("quick-log.complete-item", { taskId: meal.id, itemId: id }),
      ),
      queued("quick-log.undo", { taskId: habit.id, undoesClientOperationId: "copy-2" }),
      queued("quick-log.complete-all", { taskId: supplement.id, confirmed: true }),
      queued("quick-log.complete-task", { taskId: habit.id }, { expectedRevision: 0 }),
    ];
    await expectCheap(() => admitInVain(batch), 7);
  });

  test("replaying one", async () => {
    const batch = Array.from({ length: 50 }, (_, index) => ({
      ...drink(index),
      clientOperationId: `copy-${index * 2 + 2}`,
    }));
    await expectCheap(() => submit(admissionDeps(em), scope, batch), 2);
  });

  test("reading the newest receipts and what changed since a cursor", async () => {
    const { relationshipId, deviceId } = scope;
    const asked = { relationshipId, deviceId, receiptLimit: 50, sinceSeq: RECEIPTS };
    await expectCheap(() => findScopeSnapshot(em.fork(), asked), 1);
  });

  test("reading with the digests of all slices", async () => {
    const { relationshipId, deviceId, agenda } = scope;
    const asked = { relationshipId, deviceId, receiptLimit: 50, sinceSeq: null };
    for (const slices of [
      { names: SCOPE_SLICES, days: [], nearDays: true },
      { names: SCOPE_SLICES, days: [agenda.localDate, "2020-01-01"], nearDays: false },
    ])
      await expectCheap(() => findScopeSnapshot(em.fork(), { ...asked, slices }), 1);
  });

  test("reading a scope in which the device, busy in others, has done nothing", async () => {
    const { relationshipId } = await buildScope(em);
    const asked = { relationshipId, deviceId: scope.deviceId, receiptLimit: 50, sinceSeq: null };
    await expectCheap(() => findScopeSnapshot(em.fork(), asked), 1);
  });

  test("taking one action, and the day that its answer shows", async () => {
    const { relationshipId, clientUserId, agenda } = scope;
    await expectCheap(async () => {
      await findTaskDay(em.fork(), agenda.habit.id, clientUserId);
      await listDayTasks(em.fork(), relationshipId, [agenda.localDate]);
      await listTaskDates(em.fork(), [agenda.habit.id, agenda.meal.id]);
    }, 3);
  });

  test("reading a page of the history", async () => {
    const query = {
      relationshipId: scope.relationshipId,
      from: "2021-01-01",
      to: "2021-01-31",
      taskKind: null,
      status: null,
      itemId: null,
      after: null,
      limit: 51,
    };
    await expectCheap(() => listQuickLogHistory(em.fork(), query), 1);
  });
});
