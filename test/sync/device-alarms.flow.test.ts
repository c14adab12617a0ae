import { afterAll, afterEach, describe, expect, test } from "@jest/globals";
import { Worker } from "@temporalio/worker";
import pino from "pino";
import { actorWaker } from "../../activities/outbox/wake-actor.ts";
import { createSyncActivities } from "../../activities/sync/index.ts";
import { createSettlingActs } from "../../activities/outbox/register-actor.ts";
import { actors } from "../../workers/actors.ts";
import { revokeDevice } from "../../activities/sync/devices/revoke-device.ts";
import type { EventType, WakeReason } from "../../contract/outbox/vocabulary.ts";
import { openDatabase } from "../../db/open-database.ts";
import { OutboxRow } from "../../db/outbox/outbox-row.ts";
import { PurgeOrder } from "../../db/sync/purge-order.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { deviceActorId } from "../../rules/sync/device-actor-id.ts";
import { installRuntime } from "../../workers/worker/install-runtime.ts";
import type { AgendaView } from "../../workflows/actor-state.ts";
import { eventually } from "../factories/eventually.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import { registerTestAttributes } from "../factories/workers/register-test-attributes.ts";
import { settlementDeps } from "../factories/sync/settlement.ts";
import {
  admissionDeps,
  buildScope,
  queued,
  submit,
  type BuiltScope,
} from "../factories/sync/sync.ts";
import { testBundle } from "../factories/workers/test-bundle.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { openTimeSkipping } from "../harness/time-skipping.ts";

const { appUrl, ownerUrl } = await useOwnDatabase();
const database = openDatabase({ url: appUrl, poolSize: 12, applicationName: "alarms" });
const { em } = database;
const log = pino({ level: "silent" });
installRuntime(log);
const env = await openTimeSkipping();
const taskQueue = "device-alarms";
const wakeActor = actorWaker(env.client, taskQueue);

await registerTestAttributes(env.connection);
const worker = await Worker.create({
  connection: env.nativeConnection,
  taskQueue,
  workflowBundle: { codePath: await testBundle() },
  activities: {
    ...createSyncActivities({ em, log }),
    ...createSettlingActs(actors, { ...settlementDeps(em), log }),
  },
});
const running = worker.run();
afterEach(() => moveClock(ownerUrl, 0));
afterAll(async () => {
  worker.shutdown();
  await running;
  await env.teardown();
  await database.close();
});

const HOUR = 3_600;

describe("the actor of a device", () => {
  test("reports a stuck outbox after 24 hours, by its own timer, once, and ends", async () => {
    const { deviceId } = await stuckPhone();
    await wakeDevice(deviceId, "SWEPT");
    await eventually(
      () => agendaOf(deviceId),
      ({ waitingFor }) => waitingFor === "STUCK_OUTBOX",
    );
    await env.sleep("22 hours");
    expect(await countEvents("DeviceOutboxStuck", deviceId)).toBe(0);
    await moveClock(ownerUrl, 24 * HOUR + 60);
    await env.sleep("90 minutes");
    await eventually(
      () => countEvents("DeviceOutboxStuck", deviceId),
      (count) => count === 1,
    );
    await env.sleep("2 minutes");
    await eventually(
      () => env.client.workflow.getHandle(deviceActorId(deviceId)).describe(),
      ({ status }) => status.name === "COMPLETED",
    );
    expect(await countEvents("DeviceOutboxStuck", deviceId)).toBe(1);
  });

  test("reports after 7 days that a purge was not acknowledged; woken early, it waits for the remaining time", async () => {
    const { deviceId, clientUserId: userId } = await buildScope(em);
    await transact(em, (tx) => revokeDevice(tx, { userId, deviceId, requestId: "test" }));
    const { id } = await em.fork().findOneOrFail(PurgeOrder, { deviceId });
    await wakeDevice(deviceId, "PurgeOrdered");
    await eventually(
      () => agendaOf(deviceId),
      ({ waitingFor }) => waitingFor === "PURGE",
    );
    await env.sleep("169 hours");
    await eventually(
      () => agendaOf(deviceId),
      ({ waitingFor, tried }) => waitingFor === "PURGE" && tried.settlements > 1,
    );
    expect(await countEvents("PurgeUnacknowledged", id)).toBe(0);
    await moveClock(ownerUrl, 169 * HOUR);
    await env.sleep("170 hours");
    await eventually(
      () => countEvents("PurgeUnacknowledged", id),
      (count) => count === 1,
    );
  });
});

test("the scheduled workflow reports silent devices", async () => {
  const phones = [await stuckPhone(), await stuckPhone()];
  await moveClock(ownerUrl, 8 * 24 * HOUR);
  const run = (workflowId: string) =>
    env.client.workflow.execute("silentDevices", { workflowId, taskQueue });
  expect(await run("silent-1")).toBeGreaterThanOrEqual(2);
  expect(await run("silent-2")).toBe(0);
  for (const { deviceId } of phones)
    expect(await countEvents("DeviceOutboxSilent", deviceId)).toBe(1);
});

function agendaOf(id: string) {
  return env.client.workflow.getHandle(deviceActorId(id)).query<AgendaView>("agenda");
}

function wakeDevice(id: string, reason: WakeReason) {
  return wakeActor({ workflowId: deviceActorId(id), reason, id, version: 0 });
}

function countEvents(type: EventType, subjectId: string) {
  return em.fork().count(OutboxRow, { type, subjectId, consumer: "event-feed" });
}

/** A phone that reports at two syncs that the same operation has waited since it was built. */
async function stuckPhone(): Promise<BuiltScope> {
  const scope = await buildScope(em);
  const oldestRecordedAt = new Date().toISOString();
  const outboxHealth = { depth: 2, oldestRecordedAt, rejected: 0, conflicted: 0 };
  for (const seconds of [0, HOUR]) {
    await moveClock(ownerUrl, seconds);
    await submit(admissionDeps(em), scope, [queued("from-the-future.do", {})], { outboxHealth });
  }
  return scope;
}
