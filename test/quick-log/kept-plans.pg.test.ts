import { afterAll, expect, test } from "@jest/globals";
import { Client } from "pg";
import { lineOf } from "../../db/flight.ts";
import { keepPlans } from "../../db/keep-plans.ts";
import { newId } from "../../db/new-id.ts";
import { openDatabase } from "../../db/orm.ts";
import { loadForeignChanges, loadValues } from "../../db/quick-log/load-quick-log.ts";
import { explainGeneric, nodesOf } from "../factories/explain.ts";
import { openTestDatabase } from "../harness/database.ts";
import { recordStatements } from "../harness/record-statements.ts";

const { appUrl, superuserUrl } = await openTestDatabase();
const database = openDatabase({ url: appUrl, poolSize: 1, applicationName: "test" });
const superuser = new Client({ connectionString: superuserUrl });
await superuser.connect();
// What is known of a table that nobody has written to, but that was looked at: to read it whole costs nothing.
await superuser.query("vacuum analyze");
afterAll(async () => {
  await superuser.end();
  await database.close();
});

const line = lineOf(database.em.fork());
const wanted = { taskId: newId(), newest: 2, moments: [], ids: [newId()] };

test.each([
  ["the values that stand", () => loadValues(line, [wanted])],
  ["what others changed", () => loadForeignChanges(line, { lineageId: newId() }, [wanted.taskId])],
] as const)(
  "a plan that admission keeps while the log is all but empty reads no table whole once it has grown: %s",
  async (_what, read) => {
    const { sent } = await recordStatements<unknown>(async () => {
      await keepPlans(line);
      await read();
    });
    const [settings, statement] = sent;
    if (settings === undefined || statement === undefined) throw new Error("Nothing was sent");
    await superuser.query("begin");
    await superuser.query(settings.text);
    const nodes = nodesOf(await explainGeneric(superuser, statement));
    await superuser.query("rollback");
    expect(nodes.filter((node) => node["Node Type"] === "Seq Scan")).toEqual([]);
    expect(nodes.map((node) => node["Relation Name"])).toContain("quick_log_operation");
  },
);
