import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { Client } from "pg";
import { type DueDay, listDaysDue } from "../../db/agenda/closing/list-days-due.ts";
import { openDatabase } from "../../db/open-database.ts";
import { explainStatement, isStatement, nodesOf, wasteOf } from "../factories/db/explain.ts";
import { buildScope } from "../factories/sync/sync.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { recordStatements } from "../harness/record-statements.ts";

const files = await useOwnDatabase();
const database = openDatabase({ url: files.appUrl, poolSize: 2, applicationName: "test" });
const superuser = new Client({ connectionString: files.superuserUrl });
const NOW = new Date("2026-03-05T12:00:00.000Z");

beforeAll(async () => {
  await superuser.connect();
  await buildScope(database.em);
  await superuser.query("set session_replication_role = replica");
  // Ten thousand days: one in a hundred is due, at seven instants. Half of the others are closed.
  await superuser.query(
    `insert into agenda_day select made.* from (select * from agenda_day limit 1) as one,
       generate_series(1, 10000) as n, lateral jsonb_populate_record(null::agenda_day,
         to_jsonb(one) || jsonb_build_object('relationship_id', md5('other' || n)::uuid,
           'look_at', case when n % 100 = 0 then $1::timestamptz - make_interval(mins => n % 7)
             when n % 2 = 0 then $1::timestamptz + interval '1 day' end)) as made`,
    [NOW],
  );
  await superuser.query("vacuum analyze");
});
afterAll(async () => {
  await superuser.end();
  await database.close();
});

test("Consecutive pages of due days list all of them in order, each once", async () => {
  const found: DueDay[] = [];
  for (let after: DueDay | null = null; ;) {
    const page: readonly DueDay[] = await listDaysDue(database.em.fork(), NOW, after, 30);
    found.push(...page);
    after = page.at(-1) ?? null;
    if (page.length < 30) break;
  }
  expect(found).toHaveLength(100);
  expect(new Set(found.map(({ relationshipId }) => relationshipId)).size).toBe(100);
  const keys = found.map(
    ({ lookAt, relationshipId }) => `${lookAt.toISOString()}/${relationshipId}`,
  );
  expect(keys).toEqual(keys.toSorted());
});

test.each(["the first page", "a later page"])(
  "%s of due days reads only the index of days to scan",
  async (which) => {
    const first = await listDaysDue(database.em.fork(), NOW, null, 30);
    const after = which === "the first page" ? null : (first.at(-1) ?? null);
    const { sent } = await recordStatements(() => listDaysDue(database.em.fork(), NOW, after, 30));
    const [statement] = sent.filter(isStatement);
    if (statement === undefined) throw new Error("Expected a statement");
    const plan = await explainStatement(superuser, statement);
    expect(wasteOf(plan)).toEqual([]);
    const scans = nodesOf(plan).filter((node) => node["Relation Name"] === "agenda_day");
    expect(scans.map((node) => node["Index Name"])).toEqual(["agenda_day_look_idx"]);
    expect(scans[0]?.["Actual Rows"]).toBe(30);
  },
);

test("Listing due days reads nothing if none is due", async () => {
  const early = new Date(NOW.getTime() - 86_400_000);
  expect(await listDaysDue(database.em.fork(), early, null, 30)).toEqual([]);
});
