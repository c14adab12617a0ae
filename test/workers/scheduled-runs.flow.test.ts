import { afterAll, afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import { WorkflowFailedError } from "@temporalio/client";
import { ApplicationFailure } from "@temporalio/common";
import pino from "pino";
import { Registry } from "prom-client";
import { failQuietly } from "../../activities/fail-quietly.ts";
import { PassedOver } from "../../activities/passed-over.ts";
import { MEDIA_UPKEEP } from "../../contract/media/vocabulary.ts";
import { newId } from "../../db/platform/new-id.ts";
import { createWorkerMetrics } from "../../workers/worker/worker-metrics.ts";
import {
  type ScheduledWorkflow,
  scheduledQueueOf,
  SCHEDULES,
} from "../../workers/worker/scheduled-workflows.ts";
import type { ProductActivities } from "../../workflows/product-activities.ts";
import { openDatabase } from "../../db/open-database.ts";
import { followActs } from "../../workers/worker/acts-under-way.ts";
import { type RunningActors, startActors } from "../factories/workers/actors.ts";
import { eventually } from "../factories/eventually.ts";
import { settlementDeps } from "../factories/sync/settlement.ts";
import { admissionDeps, buildScope, queued, submit } from "../factories/sync/sync.ts";
import { openNamespace } from "../harness/namespace.ts";
import { useOwnDatabase } from "../harness/database.ts";

const { appUrl } = await useOwnDatabase();
const database = openDatabase({ url: appUrl, poolSize: 12, applicationName: "test" });
const { em } = database;
const lines: unknown[] = [];
const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
const registry = new Registry();
const metrics = createWorkerMetrics(registry);
const acts = followActs({ metrics, log });

type Answers = { readonly [Act in keyof ProductActivities]?: readonly (() => Answer<Act>)[] };

/** The next answers of the acts, in order; an act is called no more often than it has answers. */
let answers: Answers = {};
const callCounts = new Map<keyof ProductActivities, number>();

/** The failures of the acts in this test's runs, one per call. */
let failed: readonly string[] = [];
let behaviour: () => Promise<void> = async () => {};
let calls = 0;

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
        return { rescoredCount: 7, failed, full: false };
      }),
      healLostEvents: answering("healLostEvents"),
      healRelationships: answering("healRelationships"),
      decideDigests: answering("decideDigests"),
      beginCatalogueRun: answering("beginCatalogueRun"),
      readCataloguePage: answering("readCataloguePage"),
      finishCatalogueRun: answering("finishCatalogueRun"),
      beginSorting: answering("beginSorting"),
      sortSlice: answering("sortSlice"),
      refreshDetails: answering("refreshDetails"),
      matchThumbnails: answering("matchThumbnails"),
      retainProviderRecords: answering("retainProviderRecords"),
      cleanUpMedia: answering("cleanUpMedia"),
      pruneReceipts: answering("pruneReceipts"),
      pruneRawPayloads: answering("pruneRawPayloads"),
      emitSilentDevices: answering("emitSilentDevices"),
      lookAtCalendars: failQuietly({ log, name: "lookAtCalendars" }, async () => {
        await planted();
        return { openedCount: 0, failedCount: 0, after: null };
      }),
    },
  });
});
afterEach(() => {
  calls = 0;
  failed = [];
  callCounts.clear();
  lines.length = 0;
});
afterAll(async () => {
  await actors.stop();
  await database.close();
});

const troubled = 'sideline_schedule_failed_attempts_total{schedule="inbox-sweep"}';

describe("a scheduled run (docs/rooms/actors.md#schedules)", () => {
  test("retries during a database failure, raises the alarm from the third try on, and succeeds afterwards", async () => {
    const before = await scraped(troubled);
    behaviour = async () => {
      if (calls <= 3) throw trouble();
    };
    const run = await start("inboxSweep", 60_000);
    expect(await run.result()).toBe(7);
    expect(calls).toBe(4);
    expect((await scraped(troubled)) - before).toBe(1);
    const expected = { activity: "rescoreTasks", attempt: 3, workflow: "inboxSweep" };
    expect(lines).toContainEqual(expect.objectContaining(expected));
  }, 60_000);

  test("gives up on a failure shortly before its next run, and counts as failed", async () => {
    const before = await scraped(failedRuns("inbox-sweep"));
    behaviour = () => Promise.reject(trouble());
    const run = await start("inboxSweep", 9_000);
    await expect(run.result()).rejects.toBeInstanceOf(WorkflowFailedError);
    // Three pauses would take 7 s; 4 s are left.
    expect(calls).toBeGreaterThanOrEqual(2);
    expect(calls).toBeLessThanOrEqual(3);
    expect((await scraped(failedRuns("inbox-sweep"))) - before).toBe(1);
  }, 60_000);

  test("ends at once on an internal error, and counts as failed", async () => {
    const before = await scraped(failedRuns("inbox-sweep"));
    behaviour = () => Promise.reject(new TypeError("planted"));
    const run = await start("inboxSweep", 86_400_000);
    await expect(run.result()).rejects.toBeInstanceOf(WorkflowFailedError);
    expect(calls).toBe(1);
    expect((await scraped(failedRuns("inbox-sweep"))) - before).toBe(1);
  }, 60_000);
});

const passed = () => {
  throw new PassedOver(1);
};
const place = { providerKey: "a", after: null, decided: [] };
const page = (failedCount?: number) => ({
  turn: "TAKEN" as const,
  more: failedCount !== undefined,
  ...(failedCount !== undefined && { failedCount }),
});

/** For each schedule that may skip rows: a slice that skips one, then a slice that skips none. */
const PASSING: Readonly<Record<string, Answers>> = {
  "inbox-lost": {
    healLostEvents: [
      () => ({ askedCount: 1, failed: ["a"], full: true }),
      () => ({ askedCount: 1, failed: [], full: false }),
    ],
  },
  "inbox-heal": {
    healRelationships: [
      () => ({ askedCount: 1, failedCount: 1, after: "a" }),
      () => ({ askedCount: 1, failedCount: 0, after: null }),
    ],
  },
  "inbox-digest": {
    decideDigests: [
      () => ({ decidedCount: 1, failedCount: 1, after: "a" }),
      () => ({ decidedCount: 1, failedCount: 0, after: null }),
    ],
  },
  "catalogue-refresh": {
    beginCatalogueRun: [() => ({ runId: "a", pauseMs: 1 })],
    readCataloguePage: [() => page(1), () => page()],
    finishCatalogueRun: [() => undefined],
  },
  "catalogue-sorting": {
    beginSorting: [() => place],
    sortSlice: [() => ({ ...place, after: "a", failedCount: 1 }), passed],
  },
  "detail-refresh": { refreshDetails: [passed] },
  "thumbnail-matching": {
    matchThumbnails: [
      () => ({ matchedCount: 1, failedCount: 1, after: "a" }),
      () => ({ matchedCount: 1, failedCount: 0, after: null }),
    ],
  },
  "provider-retention": {
    retainProviderRecords: [
      () => ({ healthCount: 1, auditCount: 0, full: true, passedOver: [1] }),
      () => ({ healthCount: 1, auditCount: 0, full: false, passedOver: [1] }),
    ],
  },
  "media-upkeep": {
    cleanUpMedia: MEDIA_UPKEEP.map((_, step) => () => ({
      count: 1,
      more: false,
      after: null,
      failedCount: step === 0 ? 1 : 0,
    })),
  },
  "prune-receipts": {
    pruneReceipts: [
      () => ({ prunedCount: 1, failedCount: 1, after: "a", done: false }),
      () => ({ prunedCount: 1, failedCount: 0, after: null, done: true }),
    ],
    pruneRawPayloads: [() => ({ prunedCount: 1, full: false })],
  },
  "silent-devices": {
    emitSilentDevices: [
      () => ({ wokenCount: 1, failed: ["a"], full: true }),
      () => ({ wokenCount: 1, failed: [], full: false }),
    ],
  },
};

/** Why a run of each other schedule never fails because of skipped rows. */
const OTHERS: Readonly<Record<string, string>> = {
  "turn-days": "a relationship that fails keeps its own next try, and gauges count it",
  "usage-reconcile": "reads one account",
  "provider-health": "looks at one provider",
  "inbox-sweep": "has a test of its own above",
  "keep-partitions": "tries every table, and then fails with the first error",
  "prune-records": "has a test of its own, prune-records.flow.test.ts",
};

describe("a run that skipped something", () => {
  test.each(Object.keys(PASSING))(
    "of %s has processed all slices behind it, fails and is counted as failed",
    async (schedule) => {
      const { workflow } = SCHEDULES[schedule] ?? { workflow: "turnDays" };
      answers = PASSING[schedule] ?? {};
      const before = await scraped(failedRuns(schedule));
      const run = await start(workflow, 86_400_000);
      const failure: unknown = await run.result().catch((error: unknown) => error);
      expect(typesOf(failure)).toContain("PASSED_OVER");
      const wanted = Object.entries(answers).map(([name, all]) => [name, all?.length]);
      expect(Object.fromEntries(callCounts)).toEqual(Object.fromEntries(wanted));
      expect((await scraped(failedRuns(schedule))) - before).toBe(1);
    },
    60_000,
  );

  test("of inbox-sweep fails, and the next one that skips nothing succeeds", async () => {
    behaviour = async () => {};
    failed = ["a"];
    const before = await scraped(failedRuns("inbox-sweep"));
    const faulty = await start("inboxSweep", 60_000);
    await expect(faulty.result()).rejects.toMatchObject({ cause: { type: "PASSED_OVER" } });
    expect((await scraped(failedRuns("inbox-sweep"))) - before).toBe(1);
    failed = [];
    expect(await (await start("inboxSweep", 60_000)).result()).toBe(7);
  }, 60_000);

  test("is tested for every schedule, or the table says why there is none", () => {
    const played = [...Object.keys(PASSING), ...Object.keys(OTHERS)];
    expect(played.toSorted()).toEqual(Object.keys(SCHEDULES).toSorted());
  });
});

/** Types of a failure and of its causes. */
function typesOf(failure: unknown): string[] {
  const types: string[] = [];
  for (let cause = failure; cause instanceof Error; cause = cause.cause)
    if (cause instanceof ApplicationFailure && typeof cause.type === "string")
      types.push(cause.type);
  return types;
}

test("87 stuck runs of one schedule take no slot of a lane: a batch is settled meanwhile", async () => {
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
  );
  expect(acts.byName()).not.toHaveProperty("lookAtCalendars");
  behaviour = async () => {};
  released.resolve();
  await Promise.all(runs.map((run) => run.result()));
}, 90_000);

type Answer<Act extends keyof ProductActivities> = Awaited<ReturnType<ProductActivities[Act]>>;

function answering<Act extends keyof ProductActivities>(name: Act) {
  return failQuietly({ log, name }, async (): Promise<Answer<Act>> => {
    const callCount = callCounts.get(name) ?? 0;
    callCounts.set(name, callCount + 1);
    const answer = answers[name]?.[callCount];
    if (answer === undefined) throw new Error(`${name} was asked once more`);
    return answer();
  });
}

async function planted() {
  calls += 1;
  await behaviour();
}

/** Starts a run as its schedule does. */
function start(workflow: ScheduledWorkflow["workflow"], everyMs: number) {
  return actors.client.workflow.start(workflow, {
    workflowId: `${workflow}-${newId()}`,
    taskQueue: scheduledQueueOf(actors.taskQueue),
    memo: { everyMs, table: 1 },
  });
}

async function scraped(name: string): Promise<number> {
  const found = (await registry.metrics()).split("\n").find((line) => line.startsWith(`${name} `));
  return Number(found?.slice(name.length) ?? Number.NaN);
}

function failedRuns(schedule: string) {
  return `sideline_schedule_runs_total{schedule="${schedule}",outcome="FAILED"}`;
}
