import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { Client } from "pg";
import { listOverview } from "../../db/agenda/overview/queries.ts";
import { listSummaryDays } from "../../db/agenda/summary/queries.ts";
import { openDatabase } from "../../db/open-database.ts";
import { addDays } from "../../rules/local-day.ts";
import {
  explainGeneric,
  explainStatement,
  isStatement,
  nodesOf,
  wasteOf,
} from "../factories/db/explain.ts";
import { type BuiltScope, buildScope } from "../factories/sync/sync.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { recordStatements } from "../harness/record-statements.ts";

const CLIENTS = 2_000;
const DAYS = 30;

const files = await useOwnDatabase();
const database = openDatabase({ url: files.appUrl, poolSize: 2, applicationName: "test" });
const superuser = new Client({ connectionString: files.superuserUrl });
let scope: BuiltScope;

beforeAll(async () => {
  await superuser.connect();
  scope = await buildScope(database.em);
  // Other relationships with a month of days each; whose clients they are does not affect the plan.
  await superuser.query("set session_replication_role = replica");
  const copies = (table: string, changes: string, rows = "") => `insert into ${table}
    select made.* from ${table} as one, generate_series(1, ${CLIENTS}) as n ${rows},
      lateral jsonb_populate_record(null::${table}, to_jsonb(one) || jsonb_build_object(${changes})) as made`;
  const other = "md5('other' || n)::uuid";
  for (const statement of [
    copies(
      "relationship",
      `'id', ${other}, 'client_user_id', ${other}, 'workspace_id', md5('room' || n % 20)::uuid, 'invitation_id', ${other}`,
    ),
    copies("relationship_calendar", `'relationship_id', ${other}`),
    copies(
      "agenda_day",
      `'relationship_id', ${other}, 'local_date', one.local_date - d, 'closed_at', clock_now()`,
      `cross join generate_series(1, ${DAYS}) as d`,
    ),
    copies("agenda_task", `'id', md5(one.id::text || n)::uuid, 'relationship_id', ${other}`),
  ])
    await superuser.query(statement);
  await superuser.query("vacuum analyze");
});
afterAll(async () => {
  await superuser.end();
  await database.close();
});

test("The overview reads the clients of its workspace and a handful of days of each, all by index", async () => {
  const { own, kept } = await planOf(() =>
    listOverview(database.em.fork(), {
      workspaceId: scope.workspaceId,
      date: null,
      buckets: null,
      coachUserId: null,
      afterId: null,
      limit: 500,
    }),
  );
  expect(wasteOf(own)).toEqual([]);
  const scanned = nodesOf(kept).filter((node) => node["Node Type"] === "Seq Scan");
  expect(scanned.map((node) => node["Relation Name"])).not.toContain("agenda_day");
});

test("A summary reads the days of its relationship and their tasks by index", async () => {
  const { relationshipId, agenda } = scope;
  const { own } = await planOf(() =>
    listSummaryDays(database.em.fork(), {
      relationshipId,
      from: addDays(agenda.localDate, -30),
      to: agenda.localDate,
    }),
  );
  expect(wasteOf(own)).toEqual([]);
});

async function planOf(work: () => Promise<unknown>) {
  const { sent } = await recordStatements(work);
  const [statement] = sent.filter((one) => isStatement(one) || one.text.includes("named:"));
  if (statement === undefined) throw new Error("Expected a statement");
  return {
    own: await explainStatement(superuser, statement),
    kept: await explainGeneric(superuser, statement),
  };
}
