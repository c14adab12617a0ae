import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, describe, expect, test } from "@jest/globals";
import { sql } from "kysely";
import { Client } from "pg";
import { newId } from "../../db/new-id.ts";
import { openDatabase } from "../../db/orm.ts";
import type { Child } from "../../dev/processes/child-process.ts";
import { findFreePorts } from "../../dev/processes/ports.ts";
import { eventually } from "../factories/eventually.ts";
import { killProcess, processEnvironment, startProcess } from "../factories/processes.ts";
import { admissionDeps, buildScope, queued, submit, type BuiltScope } from "../factories/sync.ts";
import { campaignSize } from "../harness/campaign.ts";
import { openTestDatabase } from "../harness/database.ts";
import { openNamespace } from "../harness/namespace.ts";

const MOMENTS = campaignSize("KILL_MOMENTS", 2);

const files = await openTestDatabase();
const database = openDatabase({ url: files.appUrl, poolSize: 12, applicationName: "test" });
const { em } = database;
const admission = admissionDeps(em);
const [workerPort, relayPort] = await findFreePorts(2);
const env = {
  ...processEnvironment(files, { ...(await openNamespace()), taskQueue: `test-${newId()}` }),
  WORKER_HEALTH_PORT: String(workerPort),
  RELAY_HEALTH_PORT: String(relayPort),
};
const started: Child[] = [];
const lines: string[] = [];
const start = async (name: "worker" | "relay") => {
  const child = await startProcess(name, env, lines);
  started.push(child);
  return child;
};

afterEach(async () => {
  for (const child of started.splice(0)) await child.stop();
});
afterAll(() => database.close());

const rowsOf = async (statement: ReturnType<typeof sql<Record<string, unknown>>>) =>
  (await statement.execute(em.fork().getKysely())).rows;
const effectsOf = async ({ deviceId, relationshipId }: BuiltScope) => {
  const [effects] = await rowsOf(sql`select
    (select array_agg(distinct status) from sync_batch where device_id = ${deviceId}) as statuses,
    (select count(*)::int from agenda_day
      where relationship_id = ${relationshipId} and skipped_count = 1) as days`);
  return { ...effects };
};
const timesTold = ({ relationshipId }: BuiltScope) =>
  lines.filter((line) => line.includes("ClientSkipNeedsAttention") && line.includes(relationshipId))
    .length;

async function submitSkip(scope: BuiltScope): Promise<void> {
  await submit(admission, scope, [
    queued("quick-log.skip", { taskId: scope.agenda.meal.id, reason: "ILLNESS" }),
  ]);
}

describe("a worker killed in the middle of a settlement", () => {
  test("leaves nothing half written: the next one settles once", async () => {
    const scope = await buildScope(em);
    const blocker = new Client({ connectionString: files.ownerUrl });
    await blocker.connect();
    await submitSkip(scope);
    await blocker.query("begin");
    await blocker.query("lock table agenda_day in access exclusive mode");
    const worker = await start("worker");
    await start("relay");
    await eventually(
      () =>
        rowsOf(sql`select 1 from pg_locks where relation = 'agenda_day'::regclass
          and not granted`),
      (waiting) => waiting.length > 0,
    );
    await killProcess(worker);
    await blocker.query("rollback");
    await blocker.end();
    expect(await effectsOf(scope)).toMatchObject({ statuses: ["ADMITTED"], days: 0 });
    await start("worker");
    await settledOnce(scope);
  }, 90_000);

  test(`${MOMENTS} times at different moments: every batch ends SETTLED, every effect once`, async () => {
    const scopes: BuiltScope[] = [];
    await start("relay");
    for (let moment = 0; moment < MOMENTS; moment += 1) {
      const worker = await start("worker");
      const scope = await buildScope(em);
      scopes.push(scope);
      await submitSkip(scope);
      // The relay tells the actor within 200 ms, and its settlement takes some tens more.
      await sleep((moment * 400) / MOMENTS);
      await killProcess(worker);
    }
    await start("worker");
    for (const scope of scopes) await settledOnce(scope);
  }, 120_000);
});

/** One operation, counted once in its day, one word to the coach. */
async function settledOnce(scope: BuiltScope): Promise<void> {
  await eventually(
    () => effectsOf(scope),
    ({ statuses }) => String(statuses) === "SETTLED",
    45_000,
  );
  await eventually(
    async () => timesTold(scope),
    (count) => count > 0,
  );
  expect(await effectsOf(scope)).toEqual({ statuses: ["SETTLED"], days: 1 });
  expect(timesTold(scope)).toBe(1);
}

describe("a process", () => {
  test("says when it is ready, shows its metrics, and drains on SIGTERM within 8 s", async () => {
    const [worker, relay] = [await start("worker"), await start("relay")];
    const ask = async (port: number | undefined, path: string) => {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`);
      return { status: answer.status, text: await answer.text() };
    };
    expect(await ask(workerPort, "/health/ready")).toMatchObject({ status: 200 });
    expect(await ask(workerPort, "/health/live")).toMatchObject({ status: 200 });
    const { text: ofRelay } = await eventually(
      () => ask(relayPort, "/metrics"),
      ({ text }) => text.includes('sideline_failing_actors{kind="onboarding"} 0'),
    );
    expect(ofRelay).toContain("sideline_outbox_dead_letters 0");
    const { text: ofWorker } = await ask(workerPort, "/metrics");
    expect(ofWorker).toContain('sideline_database_connections{state="open"}');
    expect(ofWorker).toContain('sideline_settlements_total{outcome="SETTLED",failure="NONE"} 0');
    expect(ofWorker).toContain(
      'sideline_schedule_runs_total{schedule="prune-receipts",outcome="FAILED"} 0',
    );
    expect(ofWorker).toContain("temporal_worker_task_slots_available");
    for (const child of [relay, worker]) {
      const before = performance.now();
      process.kill(child.record.pid, "SIGTERM");
      expect(await child.ended).toEqual({ code: 0, signal: null });
      expect(performance.now() - before).toBeLessThan(8_000);
    }
  });
});
