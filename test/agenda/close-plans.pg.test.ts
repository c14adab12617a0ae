import { afterAll, expect, test } from "@jest/globals";
import { Client } from "pg";
import { close, dayOf, endDay } from "../factories/agenda/closing-day.ts";
import { explainGeneric, explainStatement, nodesOf, wasteOf } from "../factories/db/explain.ts";
import { buildScope } from "../factories/sync/sync.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { recordStatements } from "../harness/record-statements.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em, superuserUrl } = await useOrm(await useOwnDatabase(), { poolSize: 2 });
const superuser = new Client({ connectionString: superuserUrl });

await superuser.connect();
const scopes = [await buildScope(em), await buildScope(em), await buildScope(em)];
await superuser.query("set session_replication_role = replica");
await others("agenda_day", { relationship_id: "other" });
await others("agenda_task", { id: "task", relationship_id: "other" });
await others("relationship", {
  id: "other",
  client_user_id: "client",
  invitation_id: "invitation",
});
await others("device", { id: "device", user_id: "client", lineage_id: "lineage" });
await superuser.query("vacuum analyze");
afterAll(() => superuser.end());

test("Closing days reads only their own rows, however many others exist", async () => {
  for (const scope of scopes) await endDay(em, dayOf(scope));
  const { sent, result } = await recordStatements(() => close(em, scopes.map(dayOf)));
  expect(result.closed).toHaveLength(3);
  // Inserts cannot run again under EXPLAIN, so only selects and updates are examined.
  const reads = sent.filter(({ text }) => /^(?:select|update)/iu.test(text));
  const wasted: string[] = [];
  for (const statement of reads) {
    const plan = await explainStatement(superuser, statement);
    wasted.push(...wasteOf(plan));
  }
  expect(wasted).toEqual([]);
  const closing = sent.find(({ text }) => text.includes('update "agenda_task"'));
  if (closing === undefined) throw new Error("No task was closed");
  const scanned = nodesOf(await explainGeneric(superuser, closing)).filter(
    (node) => node["Relation Name"] === "agenda_task" && node["Node Type"] === "Seq Scan",
  );
  expect(scanned).toEqual([]);
});

/** Copies the first row of a table for many other relationships; their ids do not affect the plan. */
async function others(table: string, columns: Readonly<Record<string, string>>): Promise<void> {
  const values = Object.entries(columns).map(
    ([name, prefix]) => `'${name}', md5('${prefix}' || n)::uuid`,
  );
  await superuser.query(
    `insert into ${table} select made.* from (select * from ${table} limit 1) as one,
       generate_series(1, 3000) as n, lateral jsonb_populate_record(null::${table},
         to_jsonb(one) || jsonb_build_object(${values.join(", ")})) as made`,
  );
}
