import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { Client } from "pg";
import { listDueCalendars } from "../../db/agenda/calendar/due-calendars.ts";
import { RelationshipCalendar } from "../../db/agenda/calendar/relationship-calendar.ts";
import { openDatabase } from "../../db/orm.ts";
import { clockNow } from "../../db/transact.ts";
import { buildAgendaOwner } from "../factories/agenda-owner.ts";
import { explainStatement, isStatement, nodesOf, wasteOf } from "../factories/explain.ts";
import { openTestDatabase } from "../harness/database.ts";
import { recordStatements } from "../harness/record-statements.ts";

const RELATIONSHIPS = 10_000;

const files = await openTestDatabase();
const database = openDatabase({ url: files.appUrl, poolSize: 2, applicationName: "test" });
const superuser = new Client({ connectionString: files.superuserUrl });
let relationshipId: string;

beforeAll(async () => {
  await superuser.connect();
  ({ relationshipId } = await buildAgendaOwner(database.em));
  // As many calendars of others, a tenth of which stand still; whose they are is of no matter to plans.
  await superuser.query("set session_replication_role = replica");
  await superuser.query(
    `insert into relationship_calendar
     select md5('other' || n)::uuid, local_date, timezone, made.at, tz_version, made.at, 0
     from (select * from relationship_calendar limit 1) as one, generate_series(1, ${RELATIONSHIPS}) as n,
       lateral (select case when n % 10 > 0 then one.next_day_at + n * interval '1 second' end as at) as made`,
  );
  await superuser.query("vacuum analyze");
});
afterAll(async () => {
  await superuser.end();
  await database.close();
});

async function look(after: Parameters<typeof listDueCalendars>[1]["after"]) {
  const em = database.em.fork();
  const now = await clockNow(em);
  const { result, sent } = await recordStatements(() =>
    listDueCalendars(em, { now, after, limit: 50 }),
  );
  const [statement] = sent.filter(isStatement);
  if (statement === undefined) throw new Error("The look asks");
  const plan = await explainStatement(superuser, statement);
  return { due: result, plan };
}

test("a look with nothing due asks the index and reads no row, however many relationships there are", async () => {
  const { due, plan } = await look(null);
  expect(due).toEqual([]);
  expect(wasteOf(plan)).toEqual([]);
  const reads = nodesOf(plan).filter((node) => node["Relation Name"] !== undefined);
  expect(reads).toMatchObject([
    { "Index Name": "relationship_calendar_look_idx", "Actual Rows": 0 },
  ]);
});

test("a page of the look begins behind the one before, by the same index", async () => {
  const past = new Date(Date.now() - 60_000);
  const fork = database.em.fork();
  await fork.nativeUpdate(RelationshipCalendar, { relationshipId }, { lookAt: past });
  const first = await look(null);
  expect(first.due).toEqual([{ relationshipId, lookAt: past }]);
  const { due, plan } = await look({ relationshipId, lookAt: past });
  expect(due).toEqual([]);
  expect(wasteOf(plan)).toEqual([]);
});
