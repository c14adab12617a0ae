import { afterAll, describe, expect, test } from "@jest/globals";
import { sql } from "kysely";
import { Client } from "pg";
import type { Child } from "../../tools/processes/child-process.ts";
import { metricInventory } from "../../tools/metrics/metric-inventory.ts";
import { eventually } from "../factories/eventually.ts";
import { killProcess } from "../factories/workers/processes.ts";
import { openSettlingProcesses } from "../factories/sync/kills/settling-processes.ts";
import { sdkMetrics } from "../metrics/exported-series.ts";

const inventory = await metricInventory();
const processes = await openSettlingProcesses();
/** Processes that run since the first test: starting one takes most of the time of these tests. */
const running: Child[] = [];
afterAll(() => processes.close());

test("a worker killed in the middle of a settlement leaves no partial write: the next one settles once", async () => {
  const scope = await processes.skipped();
  const blocker = new Client({ connectionString: processes.ownerUrl });
  await blocker.connect();
  await blocker.query("begin");
  await blocker.query("lock table agenda_day in access exclusive mode");
  const worker = await processes.start("worker");
  running.push(await processes.start("relay"));
  await eventually(
    () =>
      processes.rowsOf(sql`select 1 from pg_locks where relation = 'agenda_day'::regclass
        and not granted`),
    (waiting) => waiting.length > 0,
  );
  await killProcess(worker);
  await blocker.query("rollback");
  await blocker.end();
  expect(await processes.effectsOf(scope)).toMatchObject({ statuses: ["ADMITTED"], days: 0 });
  running.push(await processes.start("worker"));
  await processes.settledOnce(scope);
}, 90_000);

describe("a process", () => {
  test("reports that it is ready, shows its metrics, and ends with code 0 on SIGTERM", async () => {
    const { workerPort, relayPort, start } = processes;
    if (running.length === 0) running.push(await start("relay"), await start("worker"));
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
    for (const text of [ofRelay, ofWorker]) expect(text).toContain("nodejs_eventloop_lag_seconds");
    expect(ofWorker).toContain('sideline_database_connections{state="busy"}');
    expect(ofWorker).toContain('sideline_settlements_total{outcome="SETTLED",failure="NONE"} ');
    expect(ofWorker).toContain(
      'sideline_schedule_runs_total{schedule="prune-receipts",outcome="FAILED"} 0',
    );
    expect(ofWorker).toContain("temporal_worker_task_slots_available");
    for (const [name, text] of [
      ["relay", ofRelay],
      ["worker", ofWorker],
    ] as const) {
      const own = inventory.filter(({ processes: serving }) => serving.includes(name));
      expect(
        own.filter(({ name: metric, type }) => !text.includes(`# TYPE ${metric} ${type}\n`)),
      ).toEqual([]);
    }
    const known = sdkMetrics().map(({ name, type }) => `${name} ${type}`);
    const served = [...ofWorker.matchAll(/^# TYPE (temporal_\w+ \w+)$/gm)].map(
      ([, metric = ""]) => metric,
    );
    expect(served.length).toBeGreaterThan(10);
    expect(served.filter((metric) => !known.includes(metric))).toEqual([]);
    for (const child of running) {
      process.kill(child.record.pid, "SIGTERM");
      expect(await child.ended).toEqual({ code: 0, signal: null });
    }
  });
});
