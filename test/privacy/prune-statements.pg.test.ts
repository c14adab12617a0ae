import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { Client } from "pg";
import { pruneRecords } from "../../activities/privacy/prune-records.ts";
import { explainStatement, wasteOf } from "../factories/db/explain.ts";
import { buildPrunable } from "../factories/privacy/prunable.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { recordStatements } from "../harness/record-statements.ts";
import { retention } from "../../workers/retention.ts";
import { useOrm } from "../harness/use-orm.ts";

const ROWS = 10_000;
const KINDS = ["NOTIFICATIONS", "AUTH_AUDIT", "SCOPE_CHANGES", "SYNC_BATCHES"] as const;

const { em, superuserUrl } = await useOrm(await useOwnDatabase());
const superuser = new Client({ connectionString: superuserUrl });

beforeAll(async () => {
  await superuser.connect();
  await buildPrunable(em, Object.fromEntries(KINDS.map((records) => [records, ROWS])));
  await superuser.query("analyze");
});
afterAll(() => superuser.end());

test.each(KINDS)("young %s are skipped by their key, and none is read", async (records) => {
  const { sent } = await recordStatements(() => pruneRecords({ em, retention }, { records }));
  const deletes = sent.filter(({ text }) => text.startsWith("delete"));
  expect(deletes).toHaveLength(1);
  for (const statement of deletes) {
    const plan = await explainStatement(superuser, statement);
    expect(wasteOf(plan)).toEqual([]);
  }
});
