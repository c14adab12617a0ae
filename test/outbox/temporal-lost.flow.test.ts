import { fileURLToPath } from "node:url";
import { afterAll, afterEach, describe, expect, test } from "@jest/globals";
import { sql } from "kysely";
import { revokeDevice } from "../../activities/sync/devices/revoke-device.ts";
import { openDatabase } from "../../db/open-database.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { deviceActorId } from "../../rules/sync/device-actor-id.ts";
import { runNodePart } from "../../tools/processes/node-part.ts";
import { openTemporalClient } from "../../workers/outside/open-temporal-client.ts";
import type { AgendaView } from "../../workflows/actor-state.ts";
import { actorWaker } from "../../activities/outbox/wake-actor.ts";
import { newId } from "../../db/platform/new-id.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import { startRelay, startWorker } from "../factories/workers/actors.ts";
import { eventually } from "../factories/eventually.ts";
import { aDeviceEvent, emitEvents } from "../factories/outbox/outbox-rows.ts";
import { openOwnTemporal } from "../harness/own-temporal.ts";
import { processEnvironment } from "../factories/workers/processes.ts";
import { settlementDeps } from "../factories/sync/settlement.ts";
import {
  admissionDeps,
  buildScope,
  queued,
  submit,
  type BuiltScope,
} from "../factories/sync/sync.ts";
import { useOwnDatabase } from "../harness/database.ts";

const files = await useOwnDatabase();
const database = openDatabase({ url: files.appUrl, poolSize: 12, applicationName: "test" });
const { em } = database;
const temporal = await openOwnTemporal();
const client = openTemporalClient(temporal);
const admission = admissionDeps(em);
const settlement = settlementDeps(em);
const NEVER = { everyMs: 3_600_000, lateBySeconds: 3_600, perSecond: 100 };
const OFTEN = { everyMs: 200, lateBySeconds: 1, perSecond: 100 };

// One task queue for all tests: lanes of an earlier test linger on it.
const taskQueue = `test-${newId()}`;
const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop();
});
afterAll(async () => {
  await client.connection.close();
  await temporal.close();
  await database.close();
});

const none = (count: number) => count === 0;
const LANE = "settlement/0";

describe("while Temporal is away", () => {
  test("batches are admitted and rows wait, and all of them are processed afterwards", async () => {
    const scopes = [await buildScope(em), await buildScope(em), await buildScope(em)];
    await work();
    const { wakes } = relay();
    await temporal.lose();
    for (const scope of scopes) await submit(admission, scope, [complete(scope)]);
    await emitEvents(
      database,
      scopes.map(({ deviceId }) => aDeviceEvent(deviceId)),
    );
    await eventually(
      () =>
        numberOf(sql`select min(attempts)::int as n from outbox where consumer = 'device-actor'`),
      (attempts) => attempts >= 1,
    );
    const refused = await eventually(
      async () => wakes.filter(({ workflowId }) => workflowId === LANE),
      (ofLane) => ofLane.length >= 2,
    );
    for (const { failureClass } of refused) expect(failureClass).toMatch(/^GRPC_(4|14)$/);
    expect(await unsettled()).toBe(3);
    const classes = await sql<{ last_error: string }>`select distinct last_error from outbox
      where consumer = 'device-actor'`.execute(em.fork().getKysely());
    for (const { last_error } of classes.rows) expect(last_error).toMatch(/^GRPC_(4|14)$/);
    await temporal.bringBack();
    await eventually(unsettled, none);
    await eventually(wakesLeft, none);
  }, 120_000);
});

describe("after Temporal's data were deleted", () => {
  test("the next sweep of the lanes settles what one of them had been woken for", async () => {
    const scopes = [await buildScope(em), await buildScope(em)];
    const { wakes } = relay();
    for (const scope of scopes) await submit(admission, scope, [complete(scope)]);
    await eventually(
      async () => wakes,
      (actors) =>
        actors.some(({ workflowId, failureClass }) => workflowId === LANE && !failureClass),
    );
    await temporal.lose();
    await temporal.bringBack();
    await work();
    await eventually(unsettled, none);
  }, 120_000);

  test("the look for days alone makes those final that a lane had waited for", async () => {
    const scope = await buildScope(em);
    const stopWork = await startWorker({ ...temporal, settlement, taskQueue });
    const { stop } = relay();
    await submit(admission, scope, [complete(scope)]);
    await eventually(unsettled, none);
    await stop();
    await stopWork();
    await temporal.lose();
    await temporal.bringBack();
    await moveClock(files.ownerUrl, 86_400 + 900 + 60);
    await work();
    relay();
    await eventually(openDays, none);
    await moveClock(files.ownerUrl, 0);
  }, 120_000);

  test("the sweep alone does what devices had been woken for", async () => {
    const scopes = [await buildScope(em), await buildScope(em)];
    relay();
    await emitEvents(
      database,
      scopes.map(({ deviceId }) => aDeviceEvent(deviceId)),
    );
    const due = () =>
      numberOf(sql`select count(*)::int as n from actor where workflow_id = any(
        ${scopes.map(({ deviceId }) => deviceActorId(deviceId))}::text[])`);
    await eventually(wakesLeft, none);
    await temporal.lose();
    await temporal.bringBack();
    await work();
    expect(await due()).toBe(2);
    relay(OFTEN);
    await eventually(due, none);
  }, 120_000);

  test("actors wait again, and admitted batches are settled, as soon as actors are reconciled", async () => {
    const waiting = await buildScope(em);
    await work();
    const { stop } = relay();
    await submit(admission, waiting, [complete(waiting)]);
    await eventually(unsettled, none);
    const { clientUserId: userId, deviceId } = waiting;
    await transact(em, (tx) => revokeDevice(tx, { userId, deviceId, requestId: "test" }));
    await eventually(wakesLeft, none);
    await stop();
    const admitted = await buildScope(em);
    await submit(admission, admitted, [complete(admitted)]);
    await temporal.lose();
    await temporal.bringBack();
    await runNodePart({
      name: "reconcile",
      entry: new URL("../../workers/operator/reconcile.ts", import.meta.url),
      env: {
        ...processEnvironment(files, { ...temporal, taskQueue }),
        SIDELINE_DATA_DIR: fileURLToPath(new URL("../../node_modules/.cache", import.meta.url)),
      },
      onLine: () => {},
      onStart: () => {},
    });
    for (const [workflowId, reason] of [
      [deviceActorId(deviceId), "PURGE"],
      [LANE, "UNDO_WINDOW"],
    ] as const) {
      const handle = client.workflow.getHandle(workflowId);
      const agenda = await eventually(
        // A server that has just come back may refuse queries for a while.
        () => handle.query<AgendaView>("agenda").catch(() => null),
        (view) => view?.waitingFor === reason,
      );
      expect(agenda).toMatchObject({ until: expect.any(String) });
    }
    await eventually(unsettled, none);
  }, 120_000);
});

async function work() {
  stops.push(await startWorker({ ...temporal, settlement, taskQueue }));
}

/** Starts a relay; returns whom it woke, or why it could not, and a function to stop it. */
function relay(sweep = NEVER) {
  const wakes: { workflowId: string; failureClass: string | null }[] = [];
  const wake = actorWaker(client, taskQueue);
  const stop = startRelay({ ...temporal, settlement, sweep }, async (woken) => {
    const failure = await wake(woken);
    wakes.push({ workflowId: woken.workflowId, failureClass: failure?.failureClass ?? null });
    return failure;
  });
  stops.push(stop);
  return { wakes, stop };
}

function complete({ agenda }: BuiltScope) {
  return queued("quick-log.complete-task", { taskId: agenda.habit.id });
}

async function numberOf(statement: ReturnType<typeof sql<{ n: number }>>) {
  return (await statement.execute(em.fork().getKysely())).rows[0]?.n ?? -1;
}

function wakesLeft() {
  return numberOf(sql`select count(*)::int as n from outbox where consumer = 'device-actor'`);
}

/** Days whose undo has ended and that are not final. */
function openDays() {
  return numberOf(sql`select count(*)::int as n from agenda_day
    where undo_closes_at <= clock_now() and undo_closed_at is null`);
}

function unsettled() {
  return numberOf(sql`select count(*)::int as n from sync_batch where status = 'ADMITTED'`);
}
