import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { sql } from "kysely";
import { openDatabase } from "../../db/orm.ts";
import { deviceActorId } from "../../rules/sync/device-actor-id.ts";
import { runNodePart } from "../../dev/processes/node-part.ts";
import { openTemporalClient } from "../../workers/outside/temporal-client.ts";
import type { AgendaView } from "../../workflows/actor-state.ts";
import { actorWaker } from "../../activities/outbox/wake-actor.ts";
import { newId } from "../../db/new-id.ts";
import { startRelay, startWorker } from "../factories/actors.ts";
import { eventually } from "../factories/eventually.ts";
import { openOwnTemporal } from "../harness/own-temporal.ts";
import { processEnvironment } from "../factories/processes.ts";
import { settlementDeps } from "../factories/settlement.ts";
import { admissionDeps, buildScope, queued, submit, type BuiltScope } from "../factories/sync.ts";
import { openTestDatabase } from "../harness/database.ts";

const files = await openTestDatabase();
const database = openDatabase({ url: files.appUrl, poolSize: 12, applicationName: "test" });
const { em } = database;
const temporal = await openOwnTemporal();
const client = openTemporalClient(temporal);
const admission = admissionDeps(em);
const settlement = settlementDeps(em);
const NEVER = { everyMs: 3_600_000, lateBySeconds: 3_600, perSecond: 100 };
const OFTEN = { everyMs: 200, lateBySeconds: 1, perSecond: 100 };

let taskQueue: string;
const stops: (() => Promise<void>)[] = [];
beforeEach(() => {
  taskQueue = `test-${newId()}`;
});
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop();
});
afterAll(async () => {
  await client.connection.close();
  await temporal.close();
  await database.close();
});

const work = async () => {
  stops.push(await startWorker({ ...temporal, settlement, taskQueue }));
};
const relay = (sweep = NEVER) => {
  const stop = startRelay({ ...temporal, settlement, sweep }, actorWaker(client, taskQueue));
  stops.push(stop);
};
const complete = ({ agenda }: BuiltScope) =>
  queued("quick-log.complete-task", { taskId: agenda.habit.id });
const numberOf = async (statement: ReturnType<typeof sql<{ n: number }>>) =>
  (await statement.execute(em.fork().getKysely())).rows[0]?.n ?? -1;
const wakesLeft = () =>
  numberOf(sql`select count(*)::int as n from outbox where consumer = 'device-actor'`);
const unsettled = () =>
  numberOf(sql`select count(*)::int as n from sync_batch where status = 'ADMITTED'`);
const none = (count: number) => count === 0;

describe("while Temporal is away", () => {
  test("batches are admitted and their rows wait, and all of it is caught up afterwards", async () => {
    const scopes = [await buildScope(em), await buildScope(em), await buildScope(em)];
    await work();
    relay();
    await temporal.lose();
    for (const scope of scopes) await submit(admission, scope, [complete(scope)]);
    await eventually(
      () =>
        numberOf(sql`select min(attempts)::int as n from outbox where consumer = 'device-actor'`),
      (attempts) => attempts >= 1,
      60_000,
    );
    expect(await unsettled()).toBe(3);
    const classes = await sql<{ last_error: string }>`select distinct last_error from outbox
      where consumer = 'device-actor'`.execute(em.fork().getKysely());
    for (const { last_error } of classes.rows) expect(last_error).toMatch(/^GRPC_(4|14)$/);
    await temporal.bringBack();
    await eventually(unsettled, none, 60_000);
    await eventually(wakesLeft, none);
  }, 120_000);
});

describe("after Temporal's data were deleted", () => {
  test("the sweep alone settles what had been handed over", async () => {
    const scopes = [await buildScope(em), await buildScope(em)];
    relay();
    for (const scope of scopes) await submit(admission, scope, [complete(scope)]);
    await eventually(wakesLeft, none);
    await temporal.lose();
    await temporal.bringBack();
    await work();
    expect(await unsettled()).toBe(2);
    relay(OFTEN);
    await eventually(unsettled, none, 60_000);
  }, 120_000);

  test("what waited waits again as soon as actors are reconciled", async () => {
    const scope = await buildScope(em);
    await work();
    relay();
    await submit(admission, scope, [complete(scope)]);
    await eventually(unsettled, none);
    await temporal.lose();
    await temporal.bringBack();
    await runNodePart({
      name: "reconcile",
      entry: new URL("../../workers/reconcile.ts", import.meta.url),
      env: {
        ...processEnvironment(files, taskQueue),
        TEMPORAL_ADDRESS: temporal.address,
        SIDELINE_DATA_DIR: fileURLToPath(new URL("../../node_modules/.cache", import.meta.url)),
      },
      onLine: () => {},
      onStart: () => {},
    });
    const handle = client.workflow.getHandle(deviceActorId(scope.deviceId));
    const agenda = await eventually(
      // Whoever asks a server that has just come back may be refused for a while.
      () => handle.query<AgendaView>("agenda").catch(() => null),
      (view) => view?.waitingFor === "UNDO_WINDOW",
      60_000,
    );
    expect(agenda).toMatchObject({ until: expect.any(String) });
  }, 120_000);
});
