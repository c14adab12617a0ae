import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { Client } from "pg";
import { loadAdmission } from "../../db/sync/admission/load-admission.ts";
import { executorOf } from "../../db/platform/pipeline/pipeline.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { explainGeneric, explainStatement, nodesOf, type Plan } from "../factories/db/explain.ts";
import { scansOf } from "../factories/db/scans-of.ts";
import {
  admissionDeps,
  type BuiltScope,
  buildScope,
  queued,
  submit,
} from "../factories/sync/sync.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { recordStatements, type SentStatement } from "../harness/record-statements.ts";
import { useOrm } from "../harness/use-orm.ts";

const RECEIPTS = 100_000;
const BATCH = 50;

const { em, superuserUrl } = await useOrm(await useOwnDatabase(), { poolSize: 2 });
const superuser = new Client({ connectionString: superuserUrl });
let scope: BuiltScope;

beforeAll(async () => {
  await superuser.connect();
  scope = await buildScope(em);
  const { habit } = scope.agenda;
  await submit(admissionDeps(em), scope, [queued("quick-log.complete-task", { taskId: habit.id })]);
  await superuser.query("set session_replication_role = replica");
  await superuser.query(
    `insert into receipt
     select made.* from receipt one, device sender, generate_series(1, ${RECEIPTS}) as n,
       lateral (select encode(substr(sha256(uuid_send(sender.lineage_id)), 1, 8) || substr(sha256(
         uuid_send(sender.lineage_id) || uuid_send($1::uuid) || convert_to('copy-' || n, 'UTF8')), 1, 8),
         'hex') as key) identity,
       lateral jsonb_populate_record(one, jsonb_build_object(
         'receipt_id', gen_random_uuid(), 'op_key', identity.key)) as made
     where sender.id = $2`,
    [scope.relationshipId, scope.deviceId],
  );
  await superuser.query("vacuum analyze receipt");
});
afterAll(() => superuser.end());

/** Never the device's history by a prefix of the key: each operation by the complete key. */
const BY_WHOLE_KEY = {
  "Node Type": expect.stringMatching(/^Index (?:Only )?Scan$/),
  "Index Name": "receipt_pkey",
  "Index Cond": expect.stringMatching(/^\(op_key = /),
};

test(`at ${RECEIPTS} receipts of one device each operation is found by index, in at most one row`, async () => {
  const { statement, known } = await findReceipts();
  expect(known).toBe(BATCH / 2);
  const scans = receiptScans(await explainStatement(superuser, statement));
  expect(scans).toEqual([expect.objectContaining({ ...BY_WHOLE_KEY, "Actual Loops": BATCH })]);
  for (const scan of scans) expect(scan["Actual Rows"]).toBeLessThanOrEqual(1);
});

test("the kept plan of a connection also finds each operation by index", async () => {
  const { statement } = await findReceipts();
  const scans = receiptScans(await explainGeneric(superuser, statement));
  expect(scans).toEqual([expect.objectContaining(BY_WHOLE_KEY)]);
});

test("a replay of a batch reads its answers once", async () => {
  const { water } = scope.agenda;
  const operations = Array.from({ length: BATCH }, (_, minute) =>
    queued("quick-log.record-value", {
      taskId: water.id,
      metricKind: "WATER",
      value: 100,
      unit: "ml",
      sourceType: "MANUAL",
      recordedAt: new Date(Date.UTC(2026, 0, 5, 8, minute)).toISOString(),
    }),
  );
  await submit(admissionDeps(em), scope, operations);
  const ids = operations.map(({ clientOperationId }) => clientOperationId);
  const { result, sent } = await recordStatements(() =>
    transact(em, (tx) => loadAdmission(executorOf(tx), scope, ids)),
  );
  expect(result.receipts.map(({ clientOperationId }) => clientOperationId)).toEqual(ids);
  const statement = sent.find(({ text }) => text.includes("answers_of"));
  if (statement === undefined) throw new Error("The answers were not read");
  expect(Object.values(await scansOf(superuser, statement, "sync_answers"))).toEqual([1]);
});

/** The look-up as it is sent for a batch, half of it known. */
async function findReceipts(): Promise<{
  readonly statement: SentStatement;
  readonly known: number;
}> {
  const ids = Array.from({ length: BATCH }, (_, index) =>
    index % 2 === 0 ? `copy-${index * 1_000 + 1}` : `new-${index}`,
  );
  const { result, sent } = await recordStatements(() =>
    transact(em, (tx) => loadAdmission(executorOf(tx), scope, ids)),
  );
  const statement = sent.find(({ text }) => text.includes("from receipt where op_key"));
  if (statement === undefined) throw new Error("The receipts were not looked up");
  return { statement, known: result.tombstones.length };
}

function receiptScans(plan: Plan): readonly Plan[] {
  return nodesOf(plan).filter((node) => node["Relation Name"] === "receipt");
}
