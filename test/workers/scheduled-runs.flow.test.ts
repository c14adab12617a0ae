import { afterAll, afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import { WorkflowFailedError } from "@temporalio/client";
import pino from "pino";
import { Registry } from "prom-client";
import { failQuietly } from "../../activities/fail-quietly.ts";
import { newId } from "../../db/new-id.ts";
import { createWorkerMetrics } from "../../workers/worker/worker-metrics.ts";
import { scheduledQueueOf } from "../../workers/worker/scheduled-workflows.ts";
import { openDatabase } from "../../db/orm.ts";
import { followActs } from "../../workers/worker/acts-under-way.ts";
import { type RunningActors, startActors } from "../factories/actors.ts";
import { eventually } from "../factories/eventually.ts";
import { settlementDeps } from "../factories/settlement.ts";
import { admissionDeps, buildScope, queued, submit } from "../factories/sync.ts";
import { openNamespace } from "../harness/namespace.ts";
import { openTestDatabase } from "../harness/database.ts";

const { appUrl } = await openTestDatabase();
const database = openDatabase({ url: appUrl, poolSize: 12, applicationName: "test" });
const { em } = database;
const lines: unknown[] = [];
const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
const registry = new Registry();
const metrics = createWorkerMetrics(registry);
const acts = followActs({ metrics, log });

/** What the acts of the tests' runs do, each time one is called. */
let behaviour: () => Promise<void> = async () => {};
let calls = 0;
const planted = async () => {
  calls += 1;
  await behaviour();
};
const trouble = () => Object.assign(new Error("planted"), { code: "57P01" });

let actors: RunningActors;
beforeAll(async () => {
  const temporal = await openNamespace();
  actors = await startActors({
    ...temporal,
    settlement: settlementDeps(em),
    metrics,
    acts,
    log,
    servesSchedules: true,
    planted: {
      rescoreTasks: failQuietly({ log, name: "rescoreTasks" }, async () => {
        await planted();
        return { rescoredCount: 7, failed: [], full: false };
      }),
      lookAtCalendars: failQuietly({ log, name: "lookAtCalendars" }, async () => {
        await planted();
        return { openedCount: 0, failedCount: 0, after: null };
      }),
    },
  });
});
afterEach(() => {
  calls = 0;
  lines.length = 0;
});
afterAll(async () => {
  await actors.stop();
  await database.close();
});

/** Starts a run as its schedule does. */
const start = (workflow: "inboxSweep" | "turnDays", everyMs: number) =>
  actors.client.workflow.start(workflow, {
    workflowId: `${workflow}-${newId()}`,
    taskQueue: scheduledQueueOf(actors.taskQueue),
    memo: { everyMs, table: 1 },
  });

async function scraped(name: string): Promise<number> {
  const found = (await registry.metrics()).split("\n").find((line) => line.startsWith(`${name} `));
  return Number(found?.slice(name.length) ?? Number.NaN);
}

const troubled = 'sideline_schedule_troubled_tries_total{schedule="inbox-sweep"}';
const failed = 'sideline_schedule_runs_total{schedule="inbox-sweep",outcome="FAILED"}';

describe("A scheduled run (docs/rules.md#actors-schedules)", () => {
  test("tries again while the database is in trouble, alarms from the third try on, and ends well afterwards", async () => {
    const before = await scraped(troubled);
    behaviour = async () => {
      if (calls <= 3) throw trouble();
    };
    const run = await start("inboxSweep", 60_000);
    expect(await run.result()).toBe(7);
    expect(calls).toBe(4);
    expect((await scraped(troubled)) - before).toBe(1);
    const told = { activity: "rescoreTasks", attempt: 3, workflow: "inboxSweep" };
    expect(lines).toContainEqual(expect.objectContaining(told));
  }, 60_000);

  test("gives up trouble shortly before its next time, and counts as failed", async () => {
    const before = await scraped(failed);
    behaviour = () => Promise.reject(trouble());
    const run = await start("inboxSweep", 9_000);
    await expect(run.result()).rejects.toBeInstanceOf(WorkflowFailedError);
    // Three pauses would be 7 s, of 4 s that are left.
    expect(calls).toBeGreaterThanOrEqual(2);
    expect(calls).toBeLessThanOrEqual(3);
    expect((await scraped(failed)) - before).toBe(1);
  }, 60_000);

  test("ends at once by a fault of ours, and counts as failed", async () => {
    const before = await scraped(failed);
    behaviour = () => Promise.reject(new TypeError("planted"));
    const run = await start("inboxSweep", 86_400_000);
    await expect(run.result()).rejects.toBeInstanceOf(WorkflowFailedError);
    expect(calls).toBe(1);
    expect((await scraped(failed)) - before).toBe(1);
  }, 60_000);
});

test("87 runs of one schedule at once, none of which gets on, take no slot of a lane: a batch is settled meanwhile", async () => {
  const released = Promise.withResolvers<void>();
  behaviour = () => released.promise;
  const runs = await Promise.all(Array.from({ length: 87 }, () => start("turnDays", 60_000)));
  await eventually(
    async () => calls,
    (count) => count > 0,
  );
  const scope = await buildScope(em);
  const { id: taskId } = scope.agenda.habit;
  await submit(admissionDeps(em), scope, [queued("quick-log.complete-task", { taskId })]);
  await eventually(
    () => em.fork().execute("select status from sync_batch where device_id = ?", [scope.deviceId]),
    (rows) => JSON.stringify(rows) === '[{"status":"SETTLED"}]',
    20_000,
  );
  expect(acts.byName()).not.toHaveProperty("lookAtCalendars");
  behaviour = async () => {};
  released.resolve();
  await Promise.all(runs.map((run) => run.result()));
}, 90_000);
