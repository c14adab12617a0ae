import { afterAll, afterEach, describe, expect, test } from "@jest/globals";
import { sql } from "kysely";
import pino from "pino";
import { Registry } from "prom-client";
import { quickLogSettlement } from "../../activities/quick-log/quick-log-settlement.ts";
import { openDatabase } from "../../db/open-database.ts";
import { hasSettledSince } from "../../db/sync/settlement/find-due-lanes.ts";
import { laneShares } from "../../rules/sync/lane-share.ts";
import { followActs } from "../../workers/worker/acts-under-way.ts";
import { createLaneAlarm } from "../../workers/worker/lane-alarm.ts";
import { watchSettlement } from "../../workers/worker/watch-settlement.ts";
import { createWorkerMetrics } from "../../workers/worker/worker-metrics.ts";
import { openTemporalClient } from "../../workers/outside/open-temporal-client.ts";
import { replayWorkflow } from "../../workers/operator/replay-workflow.ts";
import { newId } from "../../db/platform/new-id.ts";
import {
  startActors,
  type ActorsOptions,
  type RunningActors,
} from "../factories/workers/actors.ts";
import { eventually } from "../factories/eventually.ts";
import { laneOf } from "../factories/sync/lane-of.ts";
import { settlementDeps } from "../factories/sync/settlement.ts";
import {
  admissionDeps,
  buildScope,
  queued,
  submit,
  type BuiltScope,
} from "../factories/sync/sync.ts";
import { testBundle } from "../factories/workers/test-bundle.ts";
import { wholeHistory } from "../factories/workers/whole-history.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { openNamespace } from "../harness/namespace.ts";

const { appUrl } = await useOwnDatabase();
const database = openDatabase({ url: appUrl, poolSize: 16, applicationName: "test" });
const { em } = database;
const temporal = await openNamespace();
const client = openTemporalClient(temporal);
const admission = admissionDeps(em);
// One task queue for all tests: lanes of an earlier test linger on it.
const taskQueue = `test-${newId()}`;

/** Settlement that waits at a gate before it writes, and fails there on request. */
let gate: Promise<Error | null> = Promise.resolve(null);
let arrived = 0;
const settlement = settlementDeps(em, [
  {
    ...quickLogSettlement,
    async settle(tx, slice) {
      arrived += 1;
      const fault = await gate;
      if (fault !== null) throw fault;
      return await quickLogSettlement.settle(tx, slice);
    },
  },
]);

const running: RunningActors[] = [];

afterEach(async () => {
  gate = Promise.resolve(null);
  await stopAll();
});
afterAll(async () => {
  await client.connection.close();
  await database.close();
});

describe("a lane", () => {
  test("settles admitted batches, and its history names them: from a batch to the run and back", async () => {
    await start(1);
    const bundle = await testBundle();
    // A batch is committed before the history names it, and never named if its act was cut off in between: then
    // further batches are admitted.
    const { report } = await eventually(
      async () => {
        const batches = await allSettled(await admit(3));
        const [batch] = batches;
        expect(batch).toMatchObject({ lane: 0, run: expect.any(String) });
        const wanted = { workflowId: `settlement/${batch?.lane}`, runId: batch?.run ?? "" };
        return { batches, report: await replayWorkflow(client, wanted, bundle) };
      },
      ({ batches, report: { story } }) => batches.every(({ id }) => story?.join().includes(id)),
    );
    expect(report).toMatchObject({ clean: true, text: "settlement/0 replays cleanly." });
    const story = report.story?.map((line) => line.slice(21)) ?? [];
    expect(story[0]).toBe("SyncBatchAdmitted");
    const settled = story.filter((line) => line.startsWith("  settled "));
    expect(settled.at(-1)).toMatch(/^ {2}settled \d+: [-0-9a-f ]+, waits for UNDO_WINDOW$/);
  });

  test("has no personal data and no payload in its history", async () => {
    await start(1);
    const marker = "zzmarkerzz";
    const scope = await buildScope(em);
    const { meal } = scope.agenda;
    gate = Promise.resolve(new Error(`the note says ${marker}`));
    await submit(admission, scope, [
      queued("quick-log.skip", {
        taskId: meal.id,
        reason: "PAIN_OR_INJURY",
        note: `it hurts: ${marker}`,
      }),
    ]);
    const failedOnce = () => wholeHistory(client, "settlement/0");
    await eventually(failedOnce, (text) => text.includes("failed 1"));
    gate = Promise.resolve(null);
    const [batch] = await allSettled([scope]);
    // An act that is cut off after its commit names nothing.
    const hasEnded = (whole: string) =>
      whole.includes(batch?.id ?? "none") || whole.includes('timeoutFailureInfo":{');
    const text = await eventually(failedOnce, hasEnded);
    expect(text).not.toContain(marker);
    expect(text).not.toContain("PAIN");
    expect(text).not.toMatch(/it hurts|Lunch|@example/);
  });

  test("that makes no progress raises an alarm that names its act, until it continues", async () => {
    const lines: unknown[] = [];
    const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
    const registry = new Registry();
    const metrics = createWorkerMetrics(registry);
    const acts = followActs({ metrics, log });
    const stop = new AbortController();
    const [share] = laneShares(1);
    if (share === undefined) throw new Error("No lane has a share");
    const settledSince = (_lane: number, since: Date) => hasSettledSince(em.fork(), share, since);
    const alarm = createLaneAlarm({
      acts,
      metrics,
      log,
      hasSettledSince: settledSince,
      afterMs: 500,
    });
    const ends = { answersAfresh: async () => false, backlogMs: async () => 0 };
    const options = { em, lanes: 1, everyMs: 50, hasFreeSlots: () => true, alarm };
    try {
      await start(1, { acts });
      const { promise, resolve } = Promise.withResolvers<Error | null>();
      gate = promise;
      const before = arrived;
      const scopes = await admit(1);
      await eventually(
        async () => arrived,
        (count) => count > before,
      );
      watchSettlement({ ...options, ...ends }, stop.signal);
      await eventually(
        async () => lines,
        ({ length }) => length > 0,
      );
      expect(lines).toMatchObject([{ lane: 0, acts: { settleSettlement: expect.any(Number) } }]);
      gate = Promise.resolve(null);
      resolve(null);
      await allSettled(scopes);
      await eventually(
        () => registry.getSingleMetricAsString("sideline_settlement_stuck_lanes"),
        (text) => text.trim().endsWith(" 0"),
      );
    } finally {
      stop.abort();
    }
  });

  test("that was terminated in the middle of a settlement is started again by the next poll", async () => {
    await start(1);
    const { promise, resolve } = Promise.withResolvers<Error | null>();
    gate = promise;
    const before = arrived;
    const scopes = await admit(2);
    await eventually(
      async () => arrived,
      (count) => count > before,
    );
    const handle = client.workflow.getHandle("settlement/0");
    const { runId } = await handle.describe();
    await handle.terminate("lost");
    // The old run's worker continues without effect, and must end before anybody is released: it does not know yet
    // that its run was terminated.
    const lost = new Error("lost");
    gate = Promise.resolve(lost);
    resolve(lost);
    await stopAll();
    gate = Promise.resolve(null);
    await start(1);
    await eventually(
      () => handle.describe(),
      (described) => described.runId !== runId,
    );
    const batches = await allSettled(scopes);
    expect(batches.map(({ run }) => run)).not.toContain(runId);
    await expectOnce(scopes);
  });
});

describe("the number of lanes", () => {
  test("may change while batches wait: all are settled, and a removed lane ends at once", async () => {
    gate = Promise.resolve(new RangeError("planted"));
    await start(8);
    const scopes = await admit(8);
    const former = new Set(scopes.map((scope) => laneOf(scope, 8)));
    await eventually(
      () => failedOf(scopes),
      (count) => count === scopes.length,
    );
    await stopAll();
    gate = Promise.resolve(null);
    await start(2);
    for (const { lane } of await allSettled(scopes)) expect([0, 1]).toContain(lane);
    await expectOnce(scopes);
    // These lanes waited for retries. None of them lingers for a minute, as other lanes do.
    for (const lane of [...former].filter((number) => number > 1)) {
      const handle = client.workflow.getHandle(`settlement/${lane}`);
      // Its next try may be some time off on a busy machine, and it first waits for the queue of the stopped worker.
      await eventually(
        () => handle.describe(),
        ({ status }) => status.name === "COMPLETED",
      );
      expect(await handle.query("state")).toMatchObject({ agenda: { over: true } });
    }
  }, 240_000);

  test("may differ between relay and worker meanwhile: nothing is settled twice, nothing is left", async () => {
    const scopes = await admit(8);
    await start(2);
    await start(1);
    await allSettled(scopes);
    await expectOnce(scopes);
  });
});

async function start(lanes: number, changes: Partial<ActorsOptions> = {}) {
  const options = { ...temporal, taskQueue, settlement: { ...settlement, lanes }, ...changes };
  const actors = await startActors(options);
  running.push(actors);
  return actors;
}

async function stopAll() {
  for (const actors of running.splice(0)) await actors.stop();
}

function complete({ agenda }: BuiltScope) {
  return queued("quick-log.complete-task", { taskId: agenda.habit.id });
}

async function admit(count: number): Promise<readonly BuiltScope[]> {
  const scopes: BuiltScope[] = [];
  for (let index = 0; index < count; index += 1) {
    const scope = await buildScope(em);
    scopes.push(scope);
    await submit(admission, scope, [complete(scope)]);
  }
  return scopes;
}

interface Batch {
  readonly id: string;
  readonly status: string;
  readonly lane: number | null;
  readonly run: string | null;
}

async function batchesOf(scopes: readonly BuiltScope[]): Promise<readonly Batch[]> {
  const ids = scopes.map(({ relationshipId }) => relationshipId);
  const { rows } = await sql<Batch>`
    select id, status, settled_lane as lane, settled_run as run from sync_batch
    where relationship_id = any(${ids}::uuid[]) order by id`.execute(em.fork().getKysely());
  return rows;
}

function allSettled(scopes: readonly BuiltScope[]) {
  return eventually(
    () => batchesOf(scopes),
    (batches) => batches.every(({ status }) => status === "SETTLED"),
  );
}

/** Number of their batches that could not be settled. */
async function failedOf(scopes: readonly BuiltScope[]): Promise<number> {
  const ids = scopes.map(({ relationshipId }) => relationshipId);
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from sync_batch
    where relationship_id = any(${ids}::uuid[]) and settle_attempts > 0`.execute(
    em.fork().getKysely(),
  );
  return rows[0]?.n ?? 0;
}

/** Expects each of their operations to count once. */
async function expectOnce(scopes: readonly BuiltScope[]): Promise<void> {
  const ids = scopes.map(({ relationshipId }) => relationshipId);
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from agenda_day
    where relationship_id = any(${ids}::uuid[]) and undo_closes_at is not null and completed_count = 1`.execute(
    em.fork().getKysely(),
  );
  expect(rows).toEqual([{ n: scopes.length }]);
}
