import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { sql } from "kysely";
import { Client } from "pg";
import { composeAdmission } from "../../activities/sync/admission/compose-admission.ts";
import type { Operation } from "../../contract/sync/schema.ts";
import { listDaysOfTasks, listDayStates } from "../../db/agenda/queries.ts";
import { listAcceptedDays, listAcceptedOperations } from "../../db/quick-log/settlement.ts";
import { lineText } from "../../db/sync/receipts/answers.ts";
import { listReceiptsOf, listRefusing } from "../../db/sync/receipts/stored-receipts.ts";
import {
  findOwnScope,
  findTaskDay,
  listQuickLogHistory,
  listTaskDates,
} from "../../db/quick-log/queries.ts";
import { listSkipsAround } from "../../db/quick-log/skips/queries.ts";
import { SCOPE_SLICES } from "../../contract/sync/vocabulary.ts";
import { executorOf, type Statement } from "../../db/platform/pipeline/pipeline.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { findScopeSnapshot } from "../../db/sync/scope/queries.ts";
import { explainStatement, isStatement, wasteOf } from "../factories/db/explain.ts";
import {
  admissionDeps,
  type BuiltScope,
  buildScope,
  queued,
  submission,
  submit,
} from "../factories/sync/sync.ts";
import { fullReceipts } from "../factories/sync/receipts/stored-receipts.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { recordStatements } from "../harness/record-statements.ts";
import { useOrm } from "../harness/use-orm.ts";

const RECEIPTS = 10_000;

const { em, superuserUrl } = await useOrm(await useOwnDatabase());
const superuser = new Client({ connectionString: superuserUrl });
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
afterAll(() => superuser.end());

describe(`with ${RECEIPTS} receipts stored, every hot statement uses an index:`, () => {
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

  test("replaying a batch", async () => {
    const batch = Array.from({ length: 50 }, (_, index) => ({
      ...drink(index),
      clientOperationId: `copy-${index * 2 + 2}`,
    }));
    await expectCheap(() => submit(admissionDeps(em), scope, batch), 2);
  });

  test("finding the effects of some batches, for their settlement and for the feed", async () => {
    const { rows } = await superuser.query<{ id: string }>("select id from sync_batch limit 20");
    const batchIds = rows.map(({ id }) => id);
    await expectCheap(() => listAcceptedOperations(em.fork(), batchIds), 1);
    await expectCheap(() => transact(em, (tx) => listAcceptedDays(tx, batchIds)), 1);
    await expectCheap(() => listRefusing(em.fork(), batchIds), 1);
    await expectCheap(() => listReceiptsOf(em.fork(), batchIds), 1);
  });

  test("reading the newest receipts and the changes since a cursor", async () => {
    const { relationshipId, deviceId } = scope;
    const request = { relationshipId, deviceId, receiptLimit: 50, sinceSeq: RECEIPTS };
    await expectCheap(() => findScopeSnapshot(em.fork(), request), 1);
  });

  test("reading with the digests of all slices", async () => {
    const { relationshipId, deviceId, agenda } = scope;
    const request = { relationshipId, deviceId, receiptLimit: 50, sinceSeq: null };
    for (const slices of [
      { names: SCOPE_SLICES, days: [], nearDays: true },
      { names: SCOPE_SLICES, days: [agenda.localDate, "2020-01-01"], nearDays: false },
    ])
      await expectCheap(() => findScopeSnapshot(em.fork(), { ...request, slices }), 1);
  });

  test("reading a scope in which the device, busy in others, has done nothing", async () => {
    const { relationshipId } = await buildScope(em);
    const request = { relationshipId, deviceId: scope.deviceId, receiptLimit: 50, sinceSeq: null };
    await expectCheap(() => findScopeSnapshot(em.fork(), request), 1);
  });

  test("taking one action, and the day in its answer", async () => {
    const { relationshipId, clientUserId, agenda } = scope;
    await expectCheap(async () => {
      await findTaskDay(executorOf(em.fork()), agenda.habit.id, clientUserId);
      const named = { relationshipId, localDate: agenda.localDate, taskId: agenda.habit.id };
      await listDayStates(executorOf(em.fork()), named);
      await listTaskDates(em.fork(), [agenda.habit.id, agenda.meal.id]);
    }, 3);
  });

  test("skipping a task of today, and the days in a batch of today", async () => {
    const { relationshipId, clientUserId, agenda } = scope;
    const { localDate, habit, meal } = agenda;
    await expectCheap(async () => {
      await findOwnScope(em.fork(), clientUserId);
      await listSkipsAround(em.fork(), { relationshipId, localDate, windowDays: 6 });
      await listDaysOfTasks(executorOf(em.fork()), relationshipId, [habit.id, meal.id]);
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

/** SQL of the id of copy n of a batch, or of one of its receipts, as a UUIDv7. */
function lastBits(bits: string) {
  return `overlay(overlay(left(md5('batch' || n)::uuid::text, 32) placing '7' from 15) placing '8' from 20) || '${bits}'`;
}

/** Ten thousand more of each row of a batch: half of the same device and relationship on other days, half of others. */
async function multiplyRows(): Promise<void> {
  const copies = (table: string, changes: string) => `
    insert into ${table} select made.* from (select * from ${table} limit 1) as one,
      generate_series(1, ${RECEIPTS}) as n,
      lateral (select case when n % 2 = 0 then to_jsonb(one) else to_jsonb(one) || jsonb_build_object(
        'device_id', gen_random_uuid(), 'lineage_id', gen_random_uuid(),
        'relationship_id', gen_random_uuid()) end as base) as based,
      lateral jsonb_populate_record(null::${table}, base || jsonb_build_object(${changes})) as made`;
  const id = (column: string) => `'${column}', gen_random_uuid()`;
  const batch = (column: string) => `'${column}', ${lastBits("0000")}`;
  const operationId = `'client_operation_id', 'copy-' || n`;
  const day = `'local_date', date '2020-01-01' + n / 4`;
  const task = (column: string) => `'${column}', md5('task' || n)::uuid`;
  const key = `'source_key', 'copy-' || n`;
  const { rows } = await superuser.query<{ lineage: string }>(
    "select lineage_id as lineage from device where id = $1",
    [scope.deviceId],
  );
  const lineage = `uuid_send('${rows[0]?.lineage}')`;
  const [own] = await fullReceipts(em, [scope.deviceId]);
  if (own === undefined) throw new Error("There is no receipt");
  const line = lineText(own).replaceAll("'", "''");
  const copyKey = `encode(substr(sha256(${lineage}), 1, 8)
    || substr(sha256(${lineage} || uuid_send('${scope.relationshipId}')
                     || convert_to('copy-' || n, 'UTF8')), 1, 8), 'hex')`;
  // Foreign keys of the copies point nowhere, which does not affect query plans.
  await superuser.query("set session_replication_role = replica");
  for (const statement of [
    copies(
      "sync_batch",
      `${batch("id")}, 'status', 'SETTLED', 'chain_first', n + 10, 'chain_last', n + 10`,
    ),
    copies("sync_request", batch("batch_id")),
    copies("sync_answers", batch("batch_id")),
    copies("receipt", `'op_key', ${copyKey}, 'receipt_id', ${lastBits("0001")}`),
    `insert into receipt_kept
     select '${scope.deviceId}', n + 10, gen_random_uuid(), 'copy-' || n, 'CONFLICT', '', '', '${line}'
     from generate_series(1, ${RECEIPTS}) n`,
    copies("quick_log_operation", `'receipt_id', ${lastBits("0001")}, ${day}, ${task("task_id")}`),
    copies("agenda_task", `${task("id")}, ${day}, ${key}`),
    copies("agenda_task_snapshot", id("key")),
    copies("agenda_task_item", `${id("id")}, ${day}, ${task("task_id")}`),
    copies("agenda_task_event", `${id("id")}, ${operationId}, ${task("task_id")}`),
    copies("scope_change", "'seq', n + 10"),
    `insert into form_assignment (id, form_version_id, relationship_id, source_type, source_id, status,
       revision, created_at, updated_at)
     select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'COACH', gen_random_uuid(),
       'SUBMITTED', 2, now(), now()
     from generate_series(1, ${RECEIPTS})`,
    copies("outbox", `${id("id")}, ${id("event_id")}`),
    `insert into deferred_operation (lineage_id, relationship_id, client_operation_id, device_id,
       batch_id, ordinal, reason, state, attempts, next_attempt_at, fault_class, fingerprint, envelope,
       diagnostics_ref, created_at, updated_at)
     select lineage_id, relationship_id, 'copy-' || chain_first - 10, device_id, id, 0, 'FAULT',
       'DONE', 1, admitted_at, 'Error', '', '', id, admitted_at, admitted_at
     from sync_batch where chain_first > 10`,
  ])
    await superuser.query(statement);
  await superuser.query(`update device set chain_seq = ${RECEIPTS + 10}`);
  await superuser.query("set session_replication_role = origin");
  await superuser.query("vacuum analyze");
}

/** Admits a batch up to its last statement, which fails, so that the commit rolls back. */
async function admitInVain(operations: readonly Operation[]): Promise<void> {
  const fail: Statement<unknown> = (executor) =>
    sql`do 'begin raise exception using errcode = ''57014''; end'`.execute(executor);
  const admitted = composeAdmission(admissionDeps(em))({
    ...submission(scope, operations),
    readWithin: fail,
  });
  await expect(admitted).rejects.toMatchObject({ code: "UNAVAILABLE" });
}

/** The work must leave nothing behind, so that each of its statements can be run again. */
async function expectCheap(work: () => Promise<unknown>, atLeast: number): Promise<void> {
  const { sent } = await recordStatements(work);
  const statements = sent.filter(isStatement);
  expect(statements.length).toBeGreaterThanOrEqual(atLeast);
  for (const statement of statements) {
    const plan = await explainStatement(superuser, statement);
    expect({ statement: statement.text.slice(0, 80), waste: wasteOf(plan) }).toMatchObject({
      waste: [],
    });
  }
}
