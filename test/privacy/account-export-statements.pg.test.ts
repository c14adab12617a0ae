import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { Client } from "pg";
import { EXPORT_SECTIONS } from "../../contract/privacy/export-vocabulary.ts";
import { openDatabase } from "../../db/open-database.ts";
import { exportSections } from "../../db/privacy/facts/export-sections.ts";
import { newId } from "../../db/platform/new-id.ts";
import { explainGeneric, nodesOf, type Plan } from "../factories/db/explain.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { recordStatements } from "../harness/record-statements.ts";

const { appUrl, superuserUrl } = await useOwnDatabase();
const database = openDatabase({ url: appUrl, poolSize: 1, applicationName: "export-statements" });
const superuser = new Client({ connectionString: superuserUrl });

beforeAll(async () => {
  await superuser.connect();
  // A statement without an index then reads the whole table, which the test notices.
  await superuser.query("set enable_seqscan = off");
});
afterAll(async () => {
  await superuser.end();
  await database.close();
});

test.each(EXPORT_SECTIONS)("%s of a person are found by their owner", async (section) => {
  const first = { userId: newId(), afterId: null, limit: 200 };
  const { sent } = await recordStatements(() => exportSections[section](database.em.fork(), first));
  const reads = sent.filter(({ text }) => text.startsWith("select"));
  expect(reads).toHaveLength(1);
  for (const statement of reads) {
    expect(unkeyed(await explainGeneric(superuser, statement))).toEqual([]);
  }
});

/** Scans of a plan without a key condition: they read everybody's rows. */
function unkeyed(plan: Plan) {
  return nodesOf(plan)
    .filter((node) =>
      /^(?:Seq Scan|Index (?:Only )?Scan|Bitmap Index Scan)$/.test(node["Node Type"]),
    )
    .filter((node) => !("Index Cond" in node))
    .map((node) => `${node["Node Type"]} ${node["Relation Name"] ?? node["Index Name"]}`);
}
