import { beforeEach, describe, expect, test } from "@jest/globals";
import { acknowledgePurge } from "../../activities/sync/purge/acknowledge-purge.ts";
import { revokeDevice } from "../../activities/sync/devices/revoke-device.ts";
import { emitSilentDevices } from "../../activities/sync/devices/emit-silent-devices.ts";
import type { EventType } from "../../contract/outbox/vocabulary.ts";
import { Actor } from "../../db/outbox/actor.ts";
import { OutboxRow } from "../../db/outbox/outbox-row.ts";
import { DeviceSeen } from "../../db/sync/device-seen.ts";
import { getSupportDevice } from "../../db/sync/support/queries.ts";
import { PurgeOrder } from "../../db/sync/purge-order.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { deviceActorId } from "../../rules/sync/device-actor-id.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import { PURGED } from "../factories/sync/purge/purge-orders.ts";
import { settleAll, settlementDeps } from "../factories/sync/settlement.ts";
import {
  admissionDeps,
  buildScope,
  queued,
  submit,
  type BuiltScope,
} from "../factories/sync/sync.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em, ownerUrl } = await useOrm(await useOwnDatabase());
const HOUR = 3_600;
const DAY = 24 * HOUR;
let startedAt: number;
let scope: BuiltScope;

beforeEach(async () => {
  await to(0);
  await em.fork().nativeDelete(DeviceSeen, {});
  scope = await buildScope(em);
  startedAt = Date.now();
});

const to = (seconds: number) => moveClock(ownerUrl, seconds);
/** An instant of the product's clock, in seconds from the start of the test. */
const at = (seconds: number) => new Date(startedAt + seconds * 1_000).toISOString();

/** A phone that reports its outbox, and sends unknown operations: none of them becomes final. */
const report = (depth: number, oldestSeconds: number) => reportOf(depth, at(oldestSeconds));

const settle = () => settleAll(settlementDeps(em), { deviceId: scope.deviceId });

const actorRow = () => em.fork().findOne(Actor, deviceActorId(scope.deviceId));

describe("a stuck outbox", () => {
  test("is reported when its oldest operation is 24 hours old, once", async () => {
    await report(4, 0);
    await to(HOUR);
    await report(4, 0);
    const agenda = await settle();
    expect(agenda).toMatchObject({ dueReason: "STUCK_OUTBOX", waiting: { STUCK_OUTBOX: 1 } });
    expect(agenda.dueAt).toBe(at(DAY));
    await to(DAY - 60);
    expect(await settle()).toMatchObject({ open: true });
    expect(await eventsOf("DeviceOutboxStuck")).toEqual([]);
    await to(DAY + 1);
    expect(await settle()).toMatchObject({ open: false, waiting: { STUCK_OUTBOX: 0 } });
    await to(DAY + HOUR);
    await report(5, 0);
    await settle();
    expect(await eventsOf("DeviceOutboxStuck")).toEqual([{ depth: 4 }]);
  });

  test("is reported again when that one has gone and another is stuck", async () => {
    await report(1, 0);
    await to(HOUR);
    await report(1, 0);
    await to(DAY + 1);
    await settle();
    for (const seconds of [2 * DAY, 2.5 * DAY, 3 * DAY + HOUR]) {
      await to(seconds);
      await report(2, 2 * DAY - HOUR);
    }
    await settle();
    expect(await eventsOf("DeviceOutboxStuck")).toEqual([{ depth: 1 }, { depth: 2 }]);
  });

  test.each([
    ["a few days ahead", () => at(3 * DAY)],
    ["at the largest possible time", () => "9999-12-31T12:00:00.000Z"],
  ])("by a clock %s counts from its first report, and delays no batch", async (_, oldest) => {
    const oldestRecordedAt = oldest();
    await reportOf(1, oldestRecordedAt);
    await to(HOUR);
    await reportOf(1, oldestRecordedAt);
    expect(await admitAndSettle()).toMatchObject({
      settledBatches: 1,
      waiting: { STUCK_OUTBOX: 1 },
    });
    for (const seconds of [DAY + 120, DAY + HOUR, 4 * DAY + HOUR]) {
      await to(seconds);
      await reportOf(1, oldestRecordedAt);
      await settle();
      expect(await eventsOf("DeviceOutboxStuck")).toEqual([{ depth: 1 }]);
    }
  });

  test("is not reported if it is as old but was emptied: it was named once", async () => {
    await report(120, -2 * DAY);
    await to(120);
    await report(70, -DAY - HOUR);
    expect(await admitAndSettle()).toMatchObject({ waiting: { STUCK_OUTBOX: 0 } });
    expect(await eventsOf("DeviceOutboxStuck")).toEqual([]);
  });

  test("is not reported for a device that went away, nor for a revoked one", async () => {
    await report(4, 0);
    await to(HOUR);
    await report(4, 0);
    await to(5 * DAY);
    expect(await settle()).toMatchObject({ open: false });
    await report(4, 0);
    const { clientUserId: userId, deviceId } = scope;
    await transact(em, (tx) => revokeDevice(tx, { userId, deviceId, requestId: "test" }));
    expect(await settle()).toMatchObject({ waiting: { STUCK_OUTBOX: 0 } });
    expect(await eventsOf("DeviceOutboxStuck")).toEqual([]);
  });

  test("is stored where the sweep finds it: the report wakes no actor", async () => {
    await report(4, 0);
    expect(await actorRow()).toBeNull();
    await to(HOUR);
    await report(4, 0);
    expect(await actorRow()).toMatchObject({ dueReason: "STUCK_OUTBOX" });
    expect((await actorRow())?.dueAt.toISOString()).toBe(at(DAY));
  });

  test("does not delay an earlier deadline of the actor", async () => {
    const workflowId = deviceActorId(scope.deviceId);
    await em
      .fork()
      .execute("insert into actor (workflow_id, due_at, due_reason) values (?, ?, 'RETRY')", [
        workflowId,
        at(20 * HOUR),
      ]);
    const before = await actorRow();
    await to(HOUR);
    await report(4, 10 * HOUR);
    await to(2 * HOUR);
    await report(4, 10 * HOUR);
    expect(await actorRow()).toEqual(before);
  });
});

describe("a silent device", () => {
  const silence = (days: number) => to(days * DAY + 60);

  test("is reported after 7 days with a filled outbox, once each time it went away", async () => {
    await report(3, 0);
    await to(7 * DAY - 60);
    expect(await emitSilentDevices(em)).toEqual({ wokenCount: 0, failed: [], full: false });
    await silence(7);
    expect(await emitSilentDevices(em)).toEqual({ wokenCount: 1, failed: [], full: false });
    await silence(9);
    expect(await emitSilentDevices(em)).toEqual({ wokenCount: 0, failed: [], full: false });
    await report(3, 0);
    await silence(17);
    expect(await emitSilentDevices(em)).toEqual({ wokenCount: 1, failed: [], full: false });
    expect(await eventsOf("DeviceOutboxSilent")).toEqual([{ depth: 3 }, { depth: 3 }]);
  });

  test("is not reported if its outbox was answered or is unknown, or if it was revoked", async () => {
    const taskId = scope.agenda.habit.id;
    const done = [queued("quick-log.complete-task", { taskId })];
    const oldestRecordedAt = at(0);
    const outboxHealth = { depth: 1, oldestRecordedAt, rejected: 0, conflicted: 0 };
    await submit(admissionDeps(em), scope, done, { outboxHealth });
    const unknown = await buildScope(em);
    await submit(admissionDeps(em), unknown, [queued("from-the-future.do", {})]);
    await silence(8);
    expect(await emitSilentDevices(em)).toEqual({ wokenCount: 0, failed: [], full: false });
    await report(3, 0);
    const { clientUserId: userId, deviceId } = scope;
    await transact(em, (tx) => revokeDevice(tx, { userId, deviceId, requestId: "test" }));
    await silence(16);
    expect(await emitSilentDevices(em)).toEqual({ wokenCount: 0, failed: [], full: false });
  });

  test("is reported once by eight sweeps at once", async () => {
    await report(3, 0);
    await silence(7);
    const slices = await Promise.all(Array.from({ length: 8 }, () => emitSilentDevices(em)));
    expect(slices.reduce((sum, { wokenCount }) => sum + wokenCount, 0)).toBe(1);
    expect(await eventsOf("DeviceOutboxSilent")).toHaveLength(1);
  });
});

describe("a purge order that nobody acknowledges", () => {
  async function revoked(): Promise<string> {
    const { clientUserId: userId, deviceId } = scope;
    await transact(em, (tx) => revokeDevice(tx, { userId, deviceId, requestId: "test" }));
    return (await em.fork().findOneOrFail(PurgeOrder, { deviceId })).id;
  }

  test("is reported after 7 days, once, even by eight settlements at once", async () => {
    const orderId = await revoked();
    // If the wake-up is lost, the sweep finds it.
    expect(await actorRow()).toMatchObject({ dueReason: "SETTLEMENT", lastSettledAt: null });
    expect(await settle()).toMatchObject({ dueReason: "PURGE", waiting: { PURGE: 1 } });
    expect((await actorRow())?.dueReason).toBe("PURGE");
    await to(7 * DAY - 60);
    await settle();
    expect(await eventsOf("PurgeUnacknowledged", orderId)).toEqual([]);
    await to(7 * DAY + 60);
    await Promise.all(Array.from({ length: 8 }, settle));
    expect(await eventsOf("PurgeUnacknowledged", orderId)).toEqual([
      { deviceId: scope.deviceId, trigger: "DEVICE_REVOCATION" },
    ]);
    expect(await settle()).toMatchObject({ open: false });
  });

  test("has no deadline once it is acknowledged", async () => {
    const orderId = await revoked();
    await transact(em, (tx) => acknowledgePurge(tx, { ...PURGED, orderId, requestId: "test" }));
    expect(await settle()).toMatchObject({ open: false, waiting: { PURGE: 0 } });
    await to(8 * DAY);
    await settle();
    expect(await eventsOf("PurgeUnacknowledged", orderId)).toEqual([]);
  });
});

describe("checksums that a device computes wrongly", () => {
  const wrong = () => ({
    ...queued("quick-log.complete-task", { taskId: scope.agenda.habit.id }),
    payloadChecksum: `sha-256:${"0".repeat(64)}`,
  });
  const sendWrong = (count: number) =>
    submit(admissionDeps(em), scope, Array.from({ length: count }, wrong));
  const type = "DeviceChecksumsMismatched";

  test("are reported with the tenth of a day, once, however they arrive", async () => {
    await sendWrong(9);
    expect(await eventsOf(type)).toEqual([]);
    await Promise.all([sendWrong(1), sendWrong(1), sendWrong(1)]);
    expect(await eventsOf(type)).toEqual([{ count: 10 }]);
    await sendWrong(20);
    expect(await eventsOf(type)).toHaveLength(1);
    await to(DAY + 60);
    await sendWrong(9);
    expect(await eventsOf(type)).toHaveLength(1);
    await sendWrong(1);
    expect(await eventsOf(type)).toHaveLength(2);
  });

  test("are visible to support, whom the alarm points to the device, while its day lasts", async () => {
    const shown = async () => {
      const device = await transact(em, (tx) => getSupportDevice(tx, scope.deviceId));
      return device.checksumMismatches;
    };
    expect(await shown()).toBe(0);
    await sendWrong(10);
    expect(await eventsOf(type)).toEqual([{ count: 10 }]);
    expect(await shown()).toBe(10);
    await sendWrong(3);
    expect(await shown()).toBe(13);
    await to(DAY + 60);
    expect(await shown()).toBe(0);
  });

  test("are reported if one batch contains them all, and are not counted for another device", async () => {
    const other = await buildScope(em);
    await sendWrong(12);
    expect(await eventsOf(type)).toEqual([{ count: 12 }]);
    expect(await eventsOf(type, other.deviceId)).toEqual([]);
  });
});

function reportOf(depth: number, oldestRecordedAt: string) {
  return submit(admissionDeps(em), scope, [queued("from-the-future.do", {})], {
    outboxHealth: { depth, oldestRecordedAt, rejected: 0, conflicted: 0 },
  });
}

/** A settled batch, so that the actor checks its deadlines. */
async function admitAndSettle() {
  const taskId = scope.agenda.habit.id;
  await submit(admissionDeps(em), scope, [queued("quick-log.complete-task", { taskId })]);
  return settle();
}

async function eventsOf(type: EventType, subjectId = scope.deviceId) {
  const consumer = "event-feed";
  const rows = await em.fork().find(OutboxRow, { type, subjectId, consumer });
  return rows.map(({ refs }) => refs);
}
