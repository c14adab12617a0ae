import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { Client } from "pg";
import { listDueCalendars } from "../../db/agenda/calendar/list-due-calendars.ts";
import { RelationshipCalendar } from "../../db/agenda/calendar/relationship-calendar.ts";
import { listMadeAt } from "../../db/agenda/list-made-at.ts";
import { newId } from "../../db/platform/new-id.ts";
import { openDatabase } from "../../db/open-database.ts";
import { listFollowersBehind } from "../../db/plans/followers.ts";
import { clockNow } from "../../db/platform/transactions/transact.ts";
import { buildScope } from "../factories/sync/sync.ts";
import { explainStatement, isStatement, nodesOf, wasteOf } from "../factories/db/explain.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { recordStatements } from "../harness/record-statements.ts";

const RELATIONSHIPS = 10_000;
const DAYS = 400;

/** Columns of copied rows that need ids of their own, by whose ids they hold. */
const OWN_IDS = {
  plan: { id: "plan" },
  plan_assignment: { id: "assignment", plan_id: "plan", relationship_id: "other" },
  agenda_task: { id: "task", relationship_id: "other", source_id: "source" },
  agenda_task_event: { id: "event", task_id: "task", relationship_id: "other" },
};

const files = await useOwnDatabase();
const database = openDatabase({ url: files.appUrl, poolSize: 2, applicationName: "test" });
const superuser = new Client({ connectionString: files.superuserUrl });
let relationshipId: string;

beforeAll(async () => {
  await superuser.connect();
  ({ relationshipId } = await buildScope(database.em));
  // As many calendars of other relationships, a tenth of them stopped; their ids do not affect the plan.
  await superuser.query("set session_replication_role = replica");
  await superuser.query(
    `insert into relationship_calendar
     select md5('other' || n)::uuid, local_date, timezone, made.at, tz_version, made.at, 0
     from (select * from relationship_calendar limit 1) as one, generate_series(1, ${RELATIONSHIPS}) as n,
       lateral (select case when n % 10 > 0 then one.next_day_at + n * interval '1 second' end as at) as made`,
  );
  // By the statistics, the server has not changed any task yet.
  await superuser.query("update agenda_task_event set actor_kind = 'CLIENT'");
  await superuser.query("vacuum analyze");
  await superuser.query("update agenda_task_event set actor_kind = 'SYSTEM'");
  await copyRow("plan");
  await copyRow("plan_assignment");
  await copyRow("agenda_task");
  await copyRow("agenda_task_event");
});
afterAll(async () => {
  await superuser.end();
  await database.close();
});

test("A scan with nothing due reads an index and no row, however many relationships exist", async () => {
  const { due, plan } = await planOf(null);
  expect(due).toEqual([]);
  expect(wasteOf(plan)).toEqual([]);
  const reads = nodesOf(plan).filter((node) => node["Relation Name"] !== undefined);
  expect(reads).toMatchObject([
    { "Index Name": "relationship_calendar_look_idx", "Actual Rows": 0 },
  ]);
});

test("A page of the scan continues after the previous one on the same index", async () => {
  const past = new Date(Date.now() - 60_000);
  const fork = database.em.fork();
  await fork.nativeUpdate(RelationshipCalendar, { relationshipId }, { lookAt: past });
  const first = await planOf(null);
  expect(first.due).toEqual([{ relationshipId, lookAt: past }]);
  const { due, plan } = await planOf({ relationshipId, lookAt: past });
  expect(due).toEqual([]);
  expect(wasteOf(plan)).toEqual([]);
});

test("Followers of an older revision are found through the plans that spread one, not among all", async () => {
  const { result, plan } = await planOfOnly(() =>
    listFollowersBehind(database.em.fork(), { after: null, limit: 100 }),
  );
  expect(result).toEqual([]);
  expect(wasteOf(plan)).toEqual([]);
});

test("The tasks that a scan made are read by keys, even if the statistics mislead", async () => {
  const at = new Date();
  const days = Array.from({ length: DAYS }, () => ({
    eventId: newId(),
    relationshipId: newId(),
    localDate: "2026-11-25",
    at,
  }));
  const { plan } = await planOfOnly(() => listMadeAt(database.em.fork(), days));
  const reads = nodesOf(plan).filter((node) => node["Relation Name"] !== undefined);
  expect(reads.map((node) => node["Index Name"])).toEqual([
    "agenda_task_source_unique",
    "agenda_task_event_task_id_idx",
  ]);
});

/** Copies a row for each other relationship without statistics, like a table that grew since the last ANALYZE. */
async function copyRow(table: keyof typeof OWN_IDS): Promise<void> {
  const ids = Object.entries(OWN_IDS[table]).map(
    ([column, name]) => `'${column}', md5('${name}' || n)::uuid`,
  );
  const { rowCount } = await superuser.query(
    `insert into ${table}
     select copied.* from (select * from ${table} limit 1) as one, generate_series(1, ${RELATIONSHIPS}) as n,
       jsonb_populate_record(null::${table}, to_jsonb(one) || jsonb_build_object(${ids.join()})) as copied`,
  );
  expect(rowCount).toBe(RELATIONSHIPS);
}

async function planOfOnly(read: () => Promise<unknown>) {
  const { result, sent } = await recordStatements(read);
  const [statement] = sent.filter(isStatement);
  if (statement === undefined) throw new Error("Expected a statement");
  return { result, plan: await explainStatement(superuser, statement) };
}

async function planOf(after: Parameters<typeof listDueCalendars>[1]["after"]) {
  const em = database.em.fork();
  const now = await clockNow(em);
  const { result: due, plan } = await planOfOnly(() =>
    listDueCalendars(em, { now, after, limit: 50 }),
  );
  return { due, plan };
}
