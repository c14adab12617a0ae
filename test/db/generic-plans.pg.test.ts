import { afterAll, expect, test } from "@jest/globals";
import { sql } from "kysely";
import { Client } from "pg";
import { ACTIVE_STATUSES } from "../../contract/inbox/vocabulary.ts";
import { findCaller } from "../../db/accounts/guard/queries.ts";
import { findAgenda, findAgendaScope, listAgendas } from "../../db/agenda/today/queries.ts";
import { findTaskLog } from "../../db/agenda/task-log/queries.ts";
import { executorOf } from "../../db/platform/pipeline/pipeline.ts";
import { listInbox } from "../../db/inbox/queries.ts";
import { newId } from "../../db/platform/new-id.ts";
import { openDatabase } from "../../db/open-database.ts";
import { findDelta, findManifest, findPackage } from "../../db/workouts/queries.ts";
import { explainGeneric, isStatement, nodesOf, type Plan } from "../factories/db/explain.ts";
import { settleOf, settlementDeps } from "../factories/sync/settlement.ts";
import { admissionDeps, buildScope, queued, submit } from "../factories/sync/sync.ts";
import { draftOf, putWorkout, squats } from "../factories/workouts/workouts.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { recordStatements, type SentStatement } from "../harness/record-statements.ts";

const { appUrl, superuserUrl } = await useOwnDatabase();
const wanted = { url: appUrl, applicationName: "test" };
const reading = openDatabase({ ...wanted, poolSize: 1, discouragesScans: true });
const database = openDatabase({ ...wanted, poolSize: 4 });
const superuser = new Client({ connectionString: superuserUrl });
await superuser.connect();
// Statistics of empty tables make sequential scans look free.
await superuser.query("vacuum analyze");
afterAll(async () => {
  await superuser.end();
  await reading.close();
  await database.close();
});

const executor = executorOf(reading.em.fork());
const signIn = { provider: "google", issuer: "https://issuer.test", tenant: "", subject: "one" };
const key = { ...signIn, providerSessionId: "session", clientId: "app", deviceId: newId() };
/** The first request of a console. */
const INBOX = {
  workspaceId: newId(),
  sort: "PRIORITY",
  statuses: ACTIVE_STATUSES,
  limit: 50,
  after: null,
} as const;
const [from, to] = ["2026-11-23", "2026-11-25"];

test.each<[string, () => Promise<unknown>]>([
  ["the guard's check", () => findCaller(executor, key)],
  ["the state of a scope", () => findAgendaScope(executor, key)],
  ["today", () => findAgenda(executor, { ...key, date: null, sinceSeq: null })],
  ["the changes of today", () => findAgenda(executor, { ...key, date: null, sinceSeq: 1 })],
  ["some days", () => listAgendas(executor, { ...key, from, to, sinceSeq: null })],
  ["the changes of some days", () => listAgendas(executor, { ...key, from, to, sinceSeq: 1 })],
  ["a task", () => findTaskLog(executor, { ...key, taskId: newId(), knownRevision: null })],
  ["a manifest", () => findManifest(executor, { ...key, from: null, to: null })],
  ["a package", () => findPackage(executor, { ...key, taskId: newId(), knownChecksum: null })],
  ["the first page of an inbox", () => listInbox(executor, { ...INBOX, reader: key })],
  ["a delta", () => findDelta(executor, { ...key, sinceSeq: 1 })],
])(
  "A generic plan made while the tables are almost empty uses no sequential scan: %s",
  async (_what, read) => {
    const { sent } = await recordStatements(read);
    const [statement, ...others] = sent;
    if (statement === undefined) throw new Error("Expected a statement");
    expect(others).toEqual([]);
    const { rows } = await sql<{ value: string }>`
      select current_setting('enable_seqscan') as value`.execute(executor);
    const text = "select set_config('enable_seqscan', $1, true)";
    const settings = { text, values: rows.map(({ value }) => value) };
    expect(await wholeTables(settings, [statement])).toEqual([]);
  },
);

test("A generic plan of settlement uses no sequential scan", async () => {
  const { em } = database;
  const scope = await buildScope(em);
  const deps = admissionDeps(em);
  const draft = draftOf(await putWorkout(em, scope));
  const done = queued("quick-log.complete-task", { taskId: scope.agenda.habit.id });
  await submit(deps, scope, [done, draft.start(), draft.submit([squats("one", 140)])]);
  const { sent } = await recordStatements(() => settleOf(settlementDeps(em), scope.deviceId));
  const begun = sent.findIndex(({ text }) => text.includes("lock_timeout"));
  const slice = sent.slice(
    begun,
    sent.findIndex(({ text }, at) => at > begun && text === "commit"),
  );
  const [limits, ...statements] = slice.filter(isStatement);
  if (limits === undefined) throw new Error("Expected a settlement");
  expect(statements.length).toBeGreaterThan(5);
  expect(await wholeTables(limits, statements)).toEqual([]);
});

/** Tables that statements scan sequentially under the settings of their transaction. */
async function wholeTables(settings: SentStatement, statements: readonly SentStatement[]) {
  await superuser.query("begin");
  await superuser.query(settings.text, [...settings.values]);
  const plans: Plan[] = [];
  for (const statement of statements) plans.push(await explainGeneric(superuser, statement));
  await superuser.query("rollback");
  return plans.flatMap(readWhole);
}

function readWhole(plan: Plan) {
  return nodesOf(plan).flatMap((node) =>
    node["Node Type"] === "Seq Scan" ? [node["Relation Name"]] : [],
  );
}
