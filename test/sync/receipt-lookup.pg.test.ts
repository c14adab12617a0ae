import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { Client } from "pg";
import { loadAdmission } from "../../db/sync/admission/load-admission.ts";
import { openDatabase } from "../../db/orm.ts";
import { transact } from "../../db/transact.ts";
import { explainGeneric, explainStatement, nodesOf, type Plan } from "../factories/explain.ts";
import { admissionDeps, type BuiltScope, buildScope, queued, submit } from "../factories/sync.ts";
import { openTestDatabase } from "../harness/database.ts";
import { recordStatements, type SentStatement } from "../harness/record-statements.ts";

const RECEIPTS = 100_000;
const BATCH = 50;

const files = await openTestDatabase();
const database = openDatabase({ url: files.appUrl, poolSize: 2, applicationName: "test" });
const { em } = database;
const superuser = new Client({ connectionString: files.superuserUrl });
let scope: BuiltScope;

beforeAll(async () => {
  await superuser.connect();
  scope = await buildScope(em);
  const { habit } = scope.agenda;
  await submit(admissionDeps(em), scope, [queued("quick-log.complete-task", { taskId: habit.id })]);
  await superuser.query("set session_replication_role = replica");
  await superuser.query(
    `insert into sync_operation
     select made.* from sync_operation one, generate_series(1, ${RECEIPTS}) as n,
       lateral jsonb_populate_record(one, jsonb_build_object('receipt_id', gen_random_uuid(),
         'client_operation_id', 'copy-' || n, 'chain_seq', n + 1)) as made`,
  );
  await superuser.query("vacuum analyze sync_operation");
});
afterAll(async () => {
  await superuser.end();
  await database.close();
});

/** The look-up as it is sent for a batch, half of it known. */
async function lookUp(): Promise<{ readonly statement: SentStatement; readonly known: number }> {
  const ids = Array.from({ length: BATCH }, (_, index) =>
    index % 2 === 0 ? `copy-${index * 1_000 + 1}` : `new-${index}`,
  );
  const { result, sent } = await recordStatements(() =>
    transact(em, (tx) => loadAdmission(tx, scope, ids)),
  );
  const statement = sent.find(({ text }) => text.includes("sync_operation"));
  if (statement === undefined) throw new Error("The receipts were not looked up");
  return { statement, known: result.receipts.length };
}

function receiptScans(plan: Plan): readonly Plan[] {
  return nodesOf(plan).filter((node) => node["Relation Name"] === "sync_operation");
}

/** Never the device's history by a prefix of the key: each operation by the whole of it. */
const BY_WHOLE_KEY = {
  "Node Type": expect.stringMatching(/^Index (?:Only )?Scan$/),
  "Index Name": "sync_operation_identity_unique",
  "Index Cond": expect.stringMatching(/lineage_id.*relationship_id.*client_operation_id/),
};

test(`at ${RECEIPTS} receipts of one device each operation is looked up by index, one row at most`, async () => {
  const { statement, known } = await lookUp();
  expect(known).toBe(BATCH / 2);
  const scans = receiptScans((await explainStatement(superuser, statement)).plan);
  expect(scans).toEqual([expect.objectContaining({ ...BY_WHOLE_KEY, "Actual Loops": BATCH })]);
  for (const scan of scans) expect(scan["Actual Rows"]).toBeLessThanOrEqual(1);
});

test("and so in the plan that a connection keeps", async () => {
  const { statement } = await lookUp();
  const scans = receiptScans(await explainGeneric(superuser, statement));
  expect(scans).toEqual([expect.objectContaining(BY_WHOLE_KEY)]);
});
