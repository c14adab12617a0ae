import { afterAll, expect, test } from "@jest/globals";
import { Registry } from "prom-client";
import { quickLogSettlement } from "../../activities/quick-log/quick-log-settlement.ts";
import type { MediaFiles } from "../../activities/media/media-files.ts";
import { newId } from "../../db/platform/new-id.ts";
import { openDatabase } from "../../db/open-database.ts";
import { actorWaker } from "../../activities/outbox/wake-actor.ts";
import { deviceActorId } from "../../rules/sync/device-actor-id.ts";
import { actors as productActors } from "../../workers/actors.ts";
import { showLastSuccesses } from "../../workers/worker/show-last-successes.ts";
import { createWorkerMetrics } from "../../workers/worker/worker-metrics.ts";
import { startActors, startRelay } from "../factories/workers/actors.ts";
import { eventually } from "../factories/eventually.ts";
import { aDeviceEvent, emitEvents } from "../factories/outbox/outbox-rows.ts";
import { settlementDeps } from "../factories/sync/settlement.ts";
import {
  admissionDeps,
  buildScope,
  queued,
  submit,
  type BuiltScope,
} from "../factories/sync/sync.ts";
import { testMediaFiles } from "../factories/media/test-media-files.ts";
import { openNamespace } from "../harness/namespace.ts";
import { useOwnDatabase } from "../harness/database.ts";
import pino from "pino";

const { appUrl } = await useOwnDatabase();
const database = openDatabase({ url: appUrl, poolSize: 16, applicationName: "test" });
const { em } = database;
const log = pino({ level: "silent" });
const temporal = await openNamespace();
const ofWorker = new Registry();
const metrics = createWorkerMetrics(ofWorker);

/** A device whose batches cannot be settled, and a device whose state cannot be read. */
let broken: string | null = null;
let lost: string | null = null;
const deps = {
  ...settlementDeps(em, [
    {
      ...quickLogSettlement,
      async settle(...[tx, slice]: Parameters<typeof quickLogSettlement.settle>) {
        if (slice.batches.some(({ deviceId }) => deviceId === broken))
          throw new RangeError("planted");
        return await quickLogSettlement.settle(tx, slice);
      },
    },
  ]),
  countBatches: metrics.countBatches,
};

const storage: MediaFiles = testMediaFiles(em);
let storageIsAway = false;
const files: MediaFiles = {
  ...storage,
  async list(page) {
    if (storageIsAway) throw new Error("planted");
    return await storage.list(page);
  },
};

/** The product's actors; that of a device fails for the lost one. */
const failing = productActors.map((actor) => ({
  ...actor,
  async settle(...[settling, order]: Parameters<typeof actor.settle>) {
    if (lost !== null && order.workflowId === deviceActorId(lost)) throw new TypeError("planted");
    return await actor.settle(settling, order);
  },
}));

const actors = await startActors({
  ...temporal,
  settlement: deps,
  metrics,
  files,
  actors: failing,
});
afterAll(async () => {
  await actors.stop();
  await database.close();
});

test("a worker counts the batches it settled, and those it skipped because of their own fault", async () => {
  const scope = await buildScope(em);
  await submitSkip(scope);
  const settled = 'sideline_settlements_total{outcome="SETTLED",failure="NONE"}';
  await eventually(
    () => scraped(ofWorker, settled),
    (count) => count === 1,
  );
  const bad = await buildScope(em);
  broken = bad.deviceId;
  await submitSkip(bad);
  const failed = 'sideline_settlements_total{outcome="FAILED",failure="RangeError"}';
  await eventually(
    () => scraped(ofWorker, failed),
    (count) => count === 1,
  );
  expect(await scraped(ofWorker, settled)).toBe(1);
});

test("a relay shows how many actors fail, by kind, until they settle", async () => {
  const scope = await buildScope(em);
  lost = scope.deviceId;
  await emitEvents(database, [aDeviceEvent(scope.deviceId)]);
  await eventually(
    () => shownByRelay("device"),
    (count) => count === 1,
  );
  expect(await shownByRelay("onboarding")).toBe(0);
  lost = null;
  await eventually(
    () => shownByRelay("device"),
    (count) => count === 0,
  );
}, 60_000);

/** The metric of a relay that has just started: it measures at once, and then every ten seconds. */
async function shownByRelay(kind: string): Promise<number | null> {
  const registry = new Registry();
  const wakeActor = actorWaker(actors.client, actors.taskQueue);
  const stop = startRelay({ ...temporal, settlement: deps, registry }, wakeActor);
  const name = `sideline_failing_actors{kind="${kind}"}`;
  const count = await eventually(
    () => scraped(registry, name),
    (value) => value !== null,
  );
  await stop();
  return count;
}

test("a worker counts the runs of a schedule by outcome, and shows its last success", async () => {
  const count = (outcome: string) =>
    scraped(ofWorker, `sideline_schedule_runs_total{schedule="media-upkeep",outcome="${outcome}"}`);
  const lastSuccess = 'sideline_schedule_last_success_timestamp_seconds{schedule="media-upkeep"}';
  expect([await count("COMPLETED"), await count("FAILED")]).toEqual([0, 0]);
  const before = Date.now() / 1_000;
  await run("mediaUpkeep");
  expect([await count("COMPLETED"), await count("FAILED")]).toEqual([1, 0]);
  const at = await scraped(ofWorker, lastSuccess);
  expect(at).toBeGreaterThanOrEqual(before);

  storageIsAway = true;
  await expect(run("mediaUpkeep")).rejects.toThrow();
  expect([await count("COMPLETED"), await count("FAILED")]).toEqual([1, 1]);
  expect(await scraped(ofWorker, lastSuccess)).toBe(at);

  // A worker that starts knows the runs of other and earlier workers.
  const registry = new Registry();
  const known = createWorkerMetrics(registry);
  // Temporal's list of ended runs is updated with a delay.
  const { signal } = new AbortController();
  const shown = async () => {
    await showLastSuccesses(actors.client, { metrics: known, log }, signal);
    return scraped(registry, lastSuccess);
  };
  await eventually(shown, (listed) => (listed ?? 0) >= Math.floor(before));
}, 60_000);

/** The value of a metric in a scrape; null if it is absent. */
async function scraped(registry: Registry, name: string): Promise<number | null> {
  const lines = (await registry.metrics()).split("\n");
  const found = lines.find((line) => line.startsWith(`${name} `));
  return found === undefined ? null : Number(found.slice(name.length));
}

function submitSkip(scope: BuiltScope) {
  return submit(admissionDeps(em), scope, [
    queued("quick-log.skip", { taskId: scope.agenda.meal.id, reason: "ILLNESS" }),
  ]);
}

function run(workflow: string) {
  return actors.client.workflow.execute(workflow, {
    workflowId: `${workflow}-${newId()}`,
    taskQueue: actors.taskQueue,
  });
}
