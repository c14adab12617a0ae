import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { Client } from "pg";
import { readAgendaTask } from "../../activities/sync/support/read-agenda-task.ts";
import { findPerson, readPerson } from "../../activities/sync/support/read-person.ts";
import { readPayload } from "../../activities/sync/support/read-payload.ts";
import { readQuarantine } from "../../activities/sync/support/read-quarantine.ts";
import { readReceipts, readRejected } from "../../activities/sync/support/read-receipts.ts";
import { readAuthEvents } from "../../activities/sync/support/read-auth-events.ts";
import { readSupportDevice } from "../../activities/sync/support/read-support-device.ts";
import { redriveOperation } from "../../activities/sync/support/redrive-operation.ts";
import { transact, type Tx } from "../../db/platform/transactions/transact.ts";
import { operationFeatures } from "../../workers/operation-features.ts";
import { explainStatement, isStatement, wasteOf } from "../factories/db/explain.ts";
import { buildQuarantined } from "../factories/sync/quarantined.ts";
import {
  admissionDeps,
  type BuiltScope,
  buildScope,
  queued,
  submit,
} from "../factories/sync/sync.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { recordStatements } from "../harness/record-statements.ts";
import { useOrm } from "../harness/use-orm.ts";

const ROWS = 10_000;

const { em, superuserUrl } = await useOrm(await useOwnDatabase());
const superuser = new Client({ connectionString: superuserUrl });
let scope: BuiltScope;
let refused: string;
let quarantined: string;

beforeAll(async () => {
  await superuser.connect();
  scope = await buildScope(em);
  const { habit, meal } = scope.agenda;
  const deps = admissionDeps(em);
  const stale = queued("quick-log.complete-task", { taskId: habit.id }, { expectedRevision: 9 });
  const { results } = await submit(deps, scope, [stale]);
  refused = results[0]?.receiptId ?? "";
  const skip = queued("quick-log.skip", { taskId: meal.id, reason: "OTHER" });
  quarantined = await buildQuarantined(em, scope, skip);
  await submit(deps, scope, [queued("quick-log.complete-task", { taskId: habit.id })]);
  await multiplyRows();
});
afterAll(() => superuser.end());

class EnoughError extends Error {
  override readonly name = "EnoughError";
}

const operator = { actor: "identity:x", role: "support", reason: "x", requestId: "test" } as const;
const ADDRESS = { kind: "EMAIL", value: "ana-7@example.com" } as const;
const page = { before: null, limit: 50, operator };

describe(`with ${ROWS} rows stored, acts of support use indexes and a fixed number of statements:`, () => {
  test.each([
    ["an address", 6, (tx: Tx) => findPerson(tx, { contact: ADDRESS, operator })],
    ["a person", 3, (tx: Tx) => readPerson(tx, { userId: scope.clientUserId, operator })],
    ["an auth audit", 3, (tx: Tx) => readAuthEvents(tx, { userId: scope.clientUserId, operator })],
    ["a device", 3, (tx: Tx) => readSupportDevice(tx, { deviceId: scope.deviceId, operator })],
    ["receipts", 3, (tx: Tx) => readReceipts(tx, { deviceId: scope.deviceId, ...page })],
    ["rejected operations", 4, (tx: Tx) => readRejected(tx, { deviceId: scope.deviceId, ...page })],
    ["a daily task", 2, (tx: Tx) => readAgendaTask(tx, { taskId: scope.agenda.meal.id, operator })],
    ["a payload", 6, (tx: Tx) => readPayload(tx, { receiptId: refused, operator })],
    ["the quarantine", 3, (tx: Tx) => readQuarantine(tx, { afterId: null, limit: 50, operator })],
    [
      "a re-driven operation",
      17,
      (tx: Tx) => {
        const { log } = admissionDeps(em);
        const features = operationFeatures;
        return redriveOperation(tx, { receiptId: quarantined, operator, features, log });
      },
    ],
  ])("%s", async (_, count, act) => {
    const { sent } = await recordStatements(() => inVain(act));
    const statements = sent.filter(isStatement);
    expect(statements).toHaveLength(count);
    for (const statement of statements) {
      const plan = await explainStatement(superuser, statement);
      const shown = { statement: statement.text.slice(0, 80), waste: wasteOf(plan) };
      expect(shown).toMatchObject({ waste: [] });
    }
  });
});

/** Ten thousand more accepted receipts of the same device, settled batches, finished deferrals, audits, people. */
async function multiplyRows(): Promise<void> {
  // Ids of version 7, as the tables require.
  const copy = (bits: string) =>
    `overlay(overlay(left(md5('copy' || n)::uuid::text, 32) placing '7' from 15) placing '8' from 20) || '${bits}'`;
  const copies = (table: string, where: string, changes: string) => `
    insert into ${table} select made.* from (select * from ${table} where ${where} limit 1) as one,
      generate_series(1, ${ROWS}) as n,
      lateral jsonb_populate_record(null::${table},
        to_jsonb(one) || jsonb_build_object(${changes})) as made`;
  await superuser.query("set session_replication_role = replica");
  for (const statement of [
    copies(
      "receipt",
      "verdict = 1",
      `'op_key', md5('key' || n)::uuid, 'receipt_id', ${copy("0001")}`,
    ),
    copies(
      "sync_batch",
      "accepted_count = 1",
      `'id', ${copy("0000")}, 'status', 'SETTLED', 'chain_first', n + 100, 'chain_last', n + 100`,
    ),
    copies(
      "sync_answers",
      "batch_id in (select id from sync_batch where accepted_count = 1)",
      `'batch_id', ${copy("0000")}`,
    ),
    copies("sync_request", "true", `'batch_id', ${copy("0000")}`),
    copies(
      "deferred_operation",
      "true",
      "'client_operation_id', 'copy-' || n, 'state', 'DONE', 'diagnostics_ref', md5('copy' || n)::uuid",
    ),
  ])
    await superuser.query(statement);
  await superuser.query(`insert into app_user select made.* from (select * from app_user limit 1) as one,
    generate_series(1, ${ROWS}) as n, lateral jsonb_populate_record(null::app_user, to_jsonb(one)
      || jsonb_build_object('id', uuidv7(), 'primary_email', 'ana-' || n || '@example.com',
        'primary_phone', '+49151' || 1000000 + n)) as made`);
  await superuser.query(`update device set chain_seq = ${ROWS + 200}`);
  await superuser.query("set session_replication_role = origin");
  await superuser.query("vacuum analyze");
}

/** Runs an act and rolls it back, so that each of its statements can be run again. */
async function inVain(act: (tx: Tx) => Promise<unknown>): Promise<void> {
  const work = transact(em, async (tx) => {
    await act(tx);
    throw new EnoughError("That is enough");
  });
  await expect(work).rejects.toThrow(EnoughError);
}
