import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { sql } from "kysely";
import { actorWaker } from "../../activities/outbox/wake-actor.ts";
import pino from "pino";
import { newId } from "../../db/platform/new-id.ts";
import { openDatabase } from "../../db/open-database.ts";
import { deviceActorId } from "../../rules/sync/device-actor-id.ts";
import { openTemporalClient } from "../../workers/outside/open-temporal-client.ts";
import { followDatabaseReturn } from "../../workers/worker/follow-database-return.ts";
import type { ActorState } from "../../workflows/actor-state.ts";
import { startRelay, startWorker } from "../factories/workers/actors.ts";
import { eventually } from "../factories/eventually.ts";
import { aDeviceEvent, emitEvents } from "../factories/outbox/outbox-rows.ts";
import { settlementDeps } from "../factories/sync/settlement.ts";
import { buildScope } from "../factories/sync/sync.ts";
import { openWayToDatabase, type WayToDatabase } from "../factories/db/way-to-database.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { isEveryLink } from "../harness/campaign.ts";
import { openNamespace } from "../harness/namespace.ts";

const LIMIT_MS = 120_000;
/** Their pauses add up to 15 s, and the next pause is longer than any of them. */
const FAILURES = 5;
/** Time within which all must be settled. Only a campaign measures it; on a shared machine the clock proves nothing. */
const SETTLED_MS = isEveryLink() ? 10_000 : 40_000;

const files = await useOwnDatabase();
const direct = openDatabase({ url: files.appUrl, poolSize: 8, applicationName: "test" });
const place = await openNamespace();
const client = openTemporalClient(place);
const taskQueue = `test-${newId()}`;
const stop = new AbortController();
const stops: (() => Promise<void>)[] = [];
let way: WayToDatabase;

beforeAll(async () => {
  way = await openWayToDatabase(files.appUrl);
  const away = openDatabase({ url: way.url, poolSize: 8, applicationName: "away" });
  const settlement = settlementDeps(away.em);
  const wakeActor = actorWaker(client, taskQueue);
  const log = pino({ level: "silent" });
  const noteDatabase = followDatabaseReturn({ em: away.em, wakeActor, log }, stop.signal);
  stops.push(() => away.close());
  stops.push(await startWorker({ ...place, settlement, taskQueue, noteDatabase }));
  // The sweep keeps running: only the worker has lost the database.
  const sweep = { everyMs: 3_600_000, lateBySeconds: 3_600, perSecond: 100 };
  const relayed = settlementDeps(direct.em);
  stops.push(startRelay({ ...place, settlement: relayed, sweep }, wakeActor));
});
afterAll(async () => {
  stop.abort();
  for (const end of stops.toReversed()) await end();
  await way.close();
  await client.connection.close();
  await direct.close();
});

test(
  "actors that failed because of the database wake as soon as it is back",
  async () => {
    const scopes = [await buildScope(direct.em), await buildScope(direct.em)];
    way.cutAfter(0);
    await emitEvents(
      direct,
      scopes.map(({ deviceId }) => aDeviceEvent(deviceId)),
    );
    for (const { deviceId } of scopes) {
      await eventually(
        () => stateOf(deviceId),
        ({ failures, phase }) => failures >= FAILURES && phase === "FAILING",
      );
    }
    expect(await dueDevices()).toBe(2);
    way.mend();
    await eventually(dueDevices, (count) => count === 0, SETTLED_MS);
    for (const { deviceId } of scopes) {
      expect(await stateOf(deviceId)).toMatchObject({
        failures: 0,
        lastWake: { reason: "DATABASE_BACK" },
      });
    }
  },
  LIMIT_MS,
);

test("a failure of the database does not count as a failure of the actor", async () => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from actor
    where failures > 0`.execute(direct.em.fork().getKysely());
  expect(rows).toEqual([{ n: 0 }]);
});

function stateOf(deviceId: string) {
  return client.workflow.getHandle(deviceActorId(deviceId)).query<ActorState>("state");
}

/** Devices for which something is due. */
async function dueDevices() {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from actor
    where workflow_id like 'device/%' and due_at <= clock_now()`.execute(
    direct.em.fork().getKysely(),
  );
  return rows[0]?.n ?? -1;
}
