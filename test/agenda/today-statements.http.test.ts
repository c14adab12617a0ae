import { afterAll, describe, expect, test } from "@jest/globals";
import { Client } from "pg";
import { buildPhone, refusalOf } from "../factories/sync/phone.ts";
import { actsOfDay } from "../factories/agenda/today-acts.ts";
import { explainGeneric, explainStatement, nodesOf, wasteOf } from "../factories/db/explain.ts";
import { pipelinesOf } from "../harness/record-pipelines.ts";
import { recordStatements } from "../harness/record-statements.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useApi } from "../harness/use-api.ts";

const PATH = "/api/v1/client/today";
const OTHERS = 5_000;

const { api, issuer } = await useApi({ database: await useOwnDatabase() });

const phone = await buildPhone(api, issuer);
const superuser = new Client({ connectionString: api.database.superuserUrl });
await superuser.connect();
await read();
afterAll(async () => {
  await superuser.end();
});

describe("Today uses the database", () => {
  const GUARDED = [["caller", "agenda-of-day"]];

  test("with two statements in one pipeline with the guard, even for a full day", async () => {
    expect(await pipelinesOf(() => read())).toEqual(GUARDED);
    const acts = actsOfDay(api, phone);
    await acts.complete();
    await acts.tick();
    await acts.drink();
    await acts.skip();
    await acts.pin();
    await acts.placeCard();
    expect(await pipelinesOf(() => read())).toEqual(GUARDED);
    expect(await pipelinesOf(() => range())).toEqual([["caller", "agenda-range"]]);
  });

  test("with one pipeline on a 304, with two on a full response or if a cursor is checked first", async () => {
    const etag = (await read()).headers.get("ETag") ?? "";
    expect(await pipelinesOf(() => read("", etag))).toEqual([["caller", "agenda-scope"]]);
    const scope = ["caller", "agenda-scope"];
    expect(await pipelinesOf(() => read("?timezone=Asia/Tokyo", etag))).toEqual([
      scope,
      ["agenda-of-day"],
    ]);
    const since = /"nextCursor":"([^"]+)"/.exec((await read()).text)?.[1] ?? "";
    expect(await pipelinesOf(() => read(`?since=${since}`))).toEqual([
      scope,
      ["agenda-of-day-since"],
    ]);
    expect(await pipelinesOf(() => range(`&since=${since}`))).toEqual([
      scope,
      ["agenda-range-since"],
    ]);
  });

  test("only for the guard if the query is malformed, and shows nothing to a refused caller", async () => {
    const malformed = await pipelinesOf(() => read("?date=today"));
    expect(malformed).toEqual([["caller"]]);
    const coach = { token: phone.pair.coachToken };
    const answer = await api.call("GET", PATH, coach);
    expect(refusalOf(answer)).toMatchObject({ status: 403 });
    expect(answer.text).not.toContain(phone.agenda.habit.id);
  });
});

test("The reads of today and of a range use an index, however many other rows exist", async () => {
  await superuser.query("set session_replication_role = replica");
  const copies = (table: string, changes: string, rows = "") =>
    superuser.query(`insert into ${table} select made.* from ${table} as one,
      generate_series(1, ${OTHERS}) as n ${rows}, lateral jsonb_populate_record(null::${table},
        to_jsonb(one) || jsonb_build_object(${changes})) as made
      where ${table === "auth_identity" ? "true" : `one.relationship_id = '${phone.relationshipId}'`}
      on conflict do nothing`);
  const other = "md5('other' || n)::uuid";
  const own = "'relationship_id'";
  await copies(
    "auth_identity",
    `'id', md5(one.id::text || n)::uuid, 'subject', one.subject || n, 'user_id', md5(one.id::text || n)::uuid`,
  );
  await superuser.query(`insert into relationship select made.* from relationship as one,
    generate_series(1, ${OTHERS}) as n, lateral jsonb_populate_record(null::relationship,
      to_jsonb(one) || jsonb_build_object('id', ${other}, 'client_user_id', ${other},
        'invitation_id', ${other})) as made
    where one.id = '${phone.relationshipId}'`);
  await copies("relationship_scope", `${own}, ${other}`);
  await copies("relationship_calendar", `${own}, ${other}`);
  await copies("agenda_day", `${own}, ${other}`);
  await copies("agenda_day", `'local_date', one.local_date - n, 'closed_at', clock_now()`);
  await copies("agenda_task", `'id', md5(one.id::text || n)::uuid, ${own}, ${other}`);
  await copies(
    "agenda_task_item",
    `'id', md5(one.id::text || n)::uuid, 'task_id', md5(one.task_id::text || n)::uuid, ${own}, ${other}`,
  );
  await copies("agenda_card", `'id', md5(one.id::text || n)::uuid, ${own}, ${other}`);
  await copies("focus_pin", `'pin_id', ${other}, ${own}, ${other}`);
  await copies("scope_change", `${own}, ${other}`);
  await superuser.query("vacuum analyze");
  const since = /"nextCursor":"([^"]+)"/.exec((await read()).text)?.[1] ?? "";
  const { sent } = await recordStatements(async () => {
    await read(`?since=${since}`);
    await range(`&since=${since}`);
  });
  const asked = sent.filter(({ text }) => text.includes("relationship_calendar"));
  expect(asked).toHaveLength(4);
  for (const statement of asked) {
    const plan = await explainStatement(superuser, statement);
    expect(wasteOf(plan)).toEqual([]);
    const scanned = nodesOf(await explainGeneric(superuser, statement))
      .filter((node) => node["Node Type"] === "Seq Scan")
      .map((node) => node["Relation Name"]);
    for (const table of ["agenda_task", "agenda_day", "agenda_task_item", "auth_identity"])
      expect(scanned).not.toContain(table);
  }
});

function read(query = "", etag?: string) {
  return api.call("GET", `${PATH}${query}`, {
    token: phone.token,
    ...(etag !== undefined && { headers: { "If-None-Match": etag } }),
  });
}

function range(query = "") {
  const { localDate } = phone.agenda;
  return read(`/range?from=${localDate}&to=${localDate}${query}`);
}
