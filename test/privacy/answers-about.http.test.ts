import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { Client } from "pg";
import { needsIdempotencyKey } from "../../api/http/codes-of.ts";
import { aboutNobodyElse } from "../../api/about.ts";
import type { Endpoint } from "../../api/endpoint.ts";
import { endpoints } from "../../api/endpoints.ts";
import { RateLimit } from "../../db/platform/rate-limit.ts";
import { servedName } from "../factories/api/matrix/answers.ts";
import { buildMatrixWorld, type MatrixWorld } from "../factories/api/matrix/principals.ts";
import { matrixRequest } from "../factories/api/matrix/request.ts";
import { undoneEndpoint } from "../factories/api/undone-endpoint.ts";
import { startApi, type TestApi } from "../harness/api.ts";
import { startTestIssuer, type TestIssuer } from "../harness/test-issuer.ts";

const keyed = endpoints.filter(needsIdempotencyKey);

let issuer: TestIssuer;
let api: TestApi;
let world: MatrixWorld;
let owner: Client;
beforeAll(async () => {
  issuer = await startTestIssuer();
  const options = { issuer: issuer.issuer, trustedProxyHops: 1 };
  api = await startApi({ ...options, endpoints: undone(endpoints) });
  world = await buildMatrixWorld(api, issuer);
  owner = new Client({ connectionString: api.database.ownerUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await api.close();
  await issuer.close();
});

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

const named = keyed.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const);

test.each(named)("%s names everybody whom its answer is about", async (_, endpoint) => {
  expect(await unnamedBy(endpoint)).toEqual([]);
});

test("a route that omits a person is found (planted)", async () => {
  const pin = keyed.find(({ name }) => name === "pinTask");
  if (pin?.kind !== "act" || pin.idempotency !== "key") throw new Error("No such route");
  const silent = undone([{ ...pin, about: aboutNobodyElse }]);
  const { call, close } = await startApi({
    issuer: issuer.issuer,
    trustedProxyHops: 1,
    database: api.database,
    endpoints: silent,
  });
  const direct = api;
  try {
    api = { ...api, call };
    expect(await unnamedBy(pin)).toHaveLength(1);
  } finally {
    api = direct;
    await close();
  }
});

function undone(all: readonly Endpoint[]) {
  return all.map((endpoint) => undoneEndpoint(endpoint, () => undefined));
}

/**
 * SQL of every row that leads to a client, as `id` and `person`: by the relationship or account that it names, in any
 * table.
 */
async function leadsToClients(): Promise<string> {
  const { rows } = await owner.query<{ table: string; column: string }>(`
    select named.table_name as "table", named.column_name as "column"
    from information_schema.columns named
      join information_schema.columns id on id.table_name = named.table_name
        and id.table_schema = 'public' and id.column_name = 'id' and id.data_type = 'uuid'
      join information_schema.tables t on t.table_name = named.table_name and t.table_schema = 'public'
        and t.table_type = 'BASE TABLE'
    where named.table_schema = 'public' and named.data_type = 'uuid'
      and named.column_name in ('relationship_id', 'client_user_id', 'user_id')`);
  const direct = rows.map(({ table, column }) =>
    column === "relationship_id"
      ? `select t.id, r.client_user_id as person from ${table} t join relationship r on r.id = t.relationship_id`
      : `select t.id, t.${column} as person from ${table} t where t.${column} is not null`,
  );
  const all = [
    "select id, id as person from app_user",
    ...direct,
    `select t.id, r.client_user_id from onboarding_task t join onboarding_instance i on i.id = t.instance_id
       join relationship r on r.id = i.relationship_id`,
  ];
  return `select led.id, led.person from (${all.join(" union ")}) led
    where exists (select from relationship where client_user_id = led.person)`;
}

/** Ids of invitations in an answer; an invited person has no account yet. */
function invitationsIn(answer: string) {
  return [...answer.matchAll(/"(?:memberI|i)nvitationId":"([^"]+)"/g)].map(([, id = ""]) => id);
}

/** People whom a request or its answer names, and whom the stored row omits. */
async function unnamedBy(endpoint: Endpoint): Promise<readonly string[]> {
  await api.deps.database.em.fork().nativeDelete(RateLimit, {});
  const actor = await world.renewed(world.actors[servedName(endpoint)]);
  const { method, path, ...request } = matrixRequest(endpoint, actor);
  const sent = await api.call(method, path, request);
  // The matrix refuses this act because of other ids, but its path leads to a person.
  if (sent.status === 409)
    return await unnamed({
      caller: actor.values["userId"] ?? "",
      named: path,
      about: aboutByPath(endpoint, path),
    });
  if (sent.status >= 300) return [`refused: ${sent.status} ${String(sent.body["code"])}`];
  const { rows: stored } = await owner.query<{ caller: string; answer: string; about: string[] }>(
    "select caller, answer, about::text[] from idempotency_key where key = $1",
    [request.key],
  );
  const [row] = stored;
  if (row === undefined) return ["nothing is stored"];
  const text = `${path} ${JSON.stringify(request.body ?? null)} ${row.answer}`;
  const invitations = invitationsIn(row.answer).filter((id) => !row.about.includes(id));
  return [...(await unnamed({ ...row, named: text })), ...invitations];
}

/** The people whom an answer is about, judged by its path. */
function aboutByPath(endpoint: Endpoint, path: string): readonly string[] {
  if (endpoint.kind !== "act" || endpoint.idempotency === "none") return [];
  const form = endpoint.path.replaceAll(/\{(\w+)\}/g, "(?<$1>[^/]+)");
  const params = { ...new RegExp(`^${form}`).exec(path)?.groups };
  const about = endpoint.about({ tx: api.deps.database.em.fork(), params, body: {}, answer: {} });
  if (about instanceof Promise) throw new TypeError("The answer of this route has to be seen");
  return about;
}

/** Clients to whom an id in the answer's text belongs, but whom the stored row does not name. */
async function unnamed(stored: {
  readonly caller: string;
  readonly named: string;
  readonly about: readonly string[];
}): Promise<readonly string[]> {
  const ids = [...stored.named.matchAll(UUID)].map(([id]) => id);
  const { rows } = await owner.query<{ person: string }>(
    `with led as materialized (${await leadsToClients()})
     select distinct person::text from led where id = any($1::uuid[]) and person::text <> $2
       and person not in (select person from led where id = any($3::uuid[]))`,
    [ids, stored.caller, stored.about],
  );
  return rows.map(({ person }) => person);
}
