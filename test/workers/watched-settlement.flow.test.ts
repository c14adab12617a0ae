import { afterAll, afterEach, describe, expect, test } from "@jest/globals";
import { sql } from "kysely";
import { actorWaker } from "../../activities/outbox/wake-actor.ts";
import { newId } from "../../db/platform/new-id.ts";
import { openDatabase } from "../../db/open-database.ts";
import { openTemporalClient } from "../../workers/outside/open-temporal-client.ts";
import { readBacklogMs } from "../../workers/outside/read-backlog-ms.ts";
import { type SettlementWatching, watchSettlement } from "../../workers/worker/watch-settlement.ts";
import { eventually } from "../factories/eventually.ts";
import { admissionDeps, buildScope, queued, submit } from "../factories/sync/sync.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { openNamespace } from "../harness/namespace.ts";

const EVERY_MS = 50;

const files = await useOwnDatabase();
const database = openDatabase({ url: files.appUrl, poolSize: 4, applicationName: "test" });
const { em } = database;
const place = await openNamespace();
const client = openTemporalClient(place);
const stops: AbortController[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop.abort();
});
afterAll(async () => {
  await client.connection.close();
  await database.close();
});

describe("the watch on settlement", () => {
  test("reports progress while nothing is late, and none while a batch stays late", async () => {
    const idle = watch();
    await eventually(
      async () => idle.stalledMs(),
      (ms) => ms === 0,
    );
    await admitLate(3_600);
    const stalled = watch();
    const before = await stalls(stalled);
    stalled.settled();
    expect(stalled.stalledMs()).toBeLessThan(before);
  });

  test("expects a new worker to help if tasks wait for one and all its dependencies answer", async () => {
    expect(await watch().wouldGetOn()).toBe(true);
    expect(await watch({ backlogMs: async () => 0 }).wouldGetOn()).toBe(false);
    expect(await watch({ answersAfresh: async () => false }).wouldGetOn()).toBe(false);
    expect(await watch({ hasFreeSlots: () => false }).wouldGetOn()).toBe(false);
  });

  test("expects a restart to help a worker that cannot reach a database which answers others", async () => {
    const away = openDatabase({
      url: files.appUrl.replace(/:\d+\//, ":1/"),
      poolSize: 1,
      applicationName: "away",
    });
    const blind = watch({ em: away.em, backlogMs: async () => 0 });
    await stalls(blind);
    expect(await blind.wouldGetOn()).toBe(true);
    await away.close();
  });

  test("reads from Temporal how long tasks have waited without a worker", async () => {
    const taskQueue = `unserved-${newId()}`;
    const waker = actorWaker(client, taskQueue);
    const [id, search] = ["0", { namespace: place.namespace, taskQueue }];
    expect(await readBacklogMs(client, search)).toBe(0);
    await waker({ workflowId: "settlement/0", reason: "SyncBatchAdmitted", id, version: 0 });
    const ms = await eventually(
      () => readBacklogMs(client, search),
      (found) => found >= 200,
    );
    expect(ms).toBeGreaterThanOrEqual(200);
  });
});

function watch(changes: Partial<SettlementWatching> = {}) {
  const stop = new AbortController();
  stops.push(stop);
  const answersAfresh = async () => true;
  const backlogMs = async () => 60_000;
  const slots = { hasFreeSlots: () => true, alarm: async () => {} };
  const usual = { em, lanes: 1, everyMs: EVERY_MS, answersAfresh, backlogMs, ...slots };
  return watchSettlement({ ...usual, ...changes }, stop.signal);
}

/** Admits a batch that has been overdue for this many seconds. */
async function admitLate(seconds: number): Promise<void> {
  const scope = await buildScope(em);
  const { id: taskId } = scope.agenda.habit;
  await submit(admissionDeps(em), scope, [queued("quick-log.complete-task", { taskId })]);
  await sql`update sync_batch set next_settle_at = clock_now() - make_interval(secs => ${seconds})
    where device_id = ${scope.deviceId}`.execute(em.fork().getKysely());
}

function stalls(watched: ReturnType<typeof watch>) {
  return eventually(
    async () => watched.stalledMs(),
    (ms) => ms > 10 * EVERY_MS,
  );
}
