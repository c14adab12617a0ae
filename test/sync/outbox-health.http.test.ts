import { afterAll, afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { Client } from "pg";
import { DeviceSeen } from "../../db/sync/device-seen.ts";
import { SyncBatch } from "../../db/sync/sync-batch.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import { ask, buildPhone, type Phone, send, snapshot } from "../factories/sync/phone.ts";
import { settleAll, settlementDeps } from "../factories/sync/settlement.ts";
import { queued } from "../factories/sync/sync.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useApi } from "../harness/use-api.ts";

const HOUR = 3_600;
const { api, issuer } = await useApi({ database: await useOwnDatabase() });
let phone: Phone;

const owner = new Client({ connectionString: api.database.ownerUrl });
await owner.connect();
await owner.query(`create function refuse_diagnostics() returns trigger language plpgsql as
  $$ begin raise exception 'no diagnostics today'; end $$`);
afterEach(async () => {
  for (const table of ["device_seen", "actor", "quick_log_operation"])
    await owner.query(`drop trigger if exists broken on ${table}`);
});
afterAll(async () => {
  await owner.end();
});
beforeEach(async () => {
  await moveClock(api.database.ownerUrl, 0);
  phone = await buildPhone(api, issuer);
});

const oldestRecordedAt = new Date().toISOString();
const outbox = { depth: 9, oldestRecordedAt, rejected: 1, conflicted: 2 };
const complete = () => queued("quick-log.complete-task", { taskId: phone.agenda.habit.id });
const unknown = () => queued("from-the-future.do", {});

const seen = () => api.deps.database.em.fork().findOne(DeviceSeen, { deviceId: phone.deviceId });

describe("the outbox report of a device", () => {
  test("is stored with its time, without the operations answered in the same request", async () => {
    await report(complete());
    expect(await seen()).toMatchObject({
      outboxDepth: 8,
      outboxOldestAt: new Date(oldestRecordedAt),
      outboxRejected: 1,
      outboxConflicted: 2,
      outboxReportedAt: expect.any(Date),
    });
    await report(complete(), { ...outbox, depth: 1 });
    expect(await seen()).toMatchObject({ outboxDepth: 0, outboxOldestAt: null });
  });

  test("is also stored for a batch without a final result, whose receipts are replayed", async () => {
    const operation = complete();
    await report(operation, null);
    await moveClock(api.database.ownerUrl, HOUR);
    await report(unknown());
    expect(await seen()).toMatchObject({ outboxDepth: 9 });
    await moveClock(api.database.ownerUrl, 2 * HOUR);
    await report(operation);
    expect(await seen()).toMatchObject({ outboxDepth: 8 });
  });
});

describe("the outbox report with a read", () => {
  const reported = { outboxDepth: "9", outboxOldestRecordedAt: oldestRecordedAt };
  const dropped = async () => {
    const metric = api.deps.metrics.getSingleMetric("sideline_sync_dropped_diagnostics_total");
    return (await metric?.get())?.values.find(({ labels }) => labels["part"] === "outbox")?.value;
  };

  test("is stored like that of a batch", async () => {
    await ask(api, phone, { ...reported, outboxRejected: "1", outboxConflicted: "2" });
    expect(await seen()).toMatchObject({
      outboxDepth: 9,
      outboxOldestAt: new Date(oldestRecordedAt),
      outboxRejected: 1,
      outboxConflicted: 2,
      outboxReportedAt: expect.any(Date),
    });
    await moveClock(api.database.ownerUrl, HOUR);
    await ask(api, phone, { outboxDepth: "0" });
    expect(await seen()).toMatchObject({ outboxDepth: 0, outboxOldestAt: null, outboxRejected: 0 });
    await moveClock(api.database.ownerUrl, 2 * HOUR);
    await ask(api, phone);
    expect(await seen()).toMatchObject({ outboxDepth: 0 });
  });

  test.each([
    ["no number", { outboxDepth: "many" }],
    ["nothing", { outboxDepth: "" }],
    ["a negative number", { outboxDepth: "-1" }],
    ["too much", { outboxDepth: "9999999" }],
    ["without a depth", { outboxRejected: "1" }],
    ["an invalid instant", { ...reported, outboxOldestRecordedAt: "yesterday" }],
    ["one field of several", { ...reported, outboxConflicted: "1.5" }],
  ])("is dropped and counted if it is malformed: %s", async (_name, query) => {
    const before = (await dropped()) ?? 0;
    expect((await ask(api, phone, query)).status).toBe(200);
    expect(await seen()).toMatchObject({ outboxDepth: null, outboxReportedAt: null });
    expect(await dropped()).toBe(before + 1);
  });
});

describe("a sync whose report cannot be stored", () => {
  test.each(["device_seen", "actor"])(
    "answers a repeated batch while nothing can be written into %s",
    async (table) => {
      const operation = complete();
      await report(operation);
      await moveClock(api.database.ownerUrl, HOUR);
      await breakWritesOf(table);
      expect((await report(operation)).text).toContain('"status":"ALREADY_ACCEPTED"');
      await moveClock(api.database.ownerUrl, 2 * HOUR);
      expect((await report(unknown())).text).toContain('"OPERATION_UNKNOWN"');
      await moveClock(api.database.ownerUrl, 3 * HOUR);
      expect((await ask(api, phone)).status).toBe(200);
      expect((await snapshot(api, phone)).receipts).toHaveLength(1);
    },
  );

  test("accepts a batch while nothing can be written into device_seen", async () => {
    const operation = complete();
    await report(unknown());
    await moveClock(api.database.ownerUrl, HOUR);
    await breakWritesOf("device_seen");
    expect((await report(operation)).text).toContain('"status":"ACCEPTED"');
    await moveClock(api.database.ownerUrl, 2 * HOUR);
    expect((await report(operation)).text).toContain('"status":"ALREADY_ACCEPTED"');
    expect((await snapshot(api, phone)).receipts).toHaveLength(1);
  });

  test("fails if its actor has work but cannot be marked as due", async () => {
    const batches = () =>
      api.deps.database.em.fork().count(SyncBatch, { deviceId: phone.deviceId });
    await breakWritesOf("actor");
    // A lane settles decided operations; the status of the batch is the only mark that it needs.
    expect((await report(complete())).text).toContain('"status":"ACCEPTED"');
    expect(await batches()).toBe(1);
    await breakWritesOf("quick_log_operation");
    const deferred = queued("quick-log.complete-task", { taskId: phone.agenda.supplement.id });
    expect((await report(deferred)).status).toBe(500);
    expect(await batches()).toBe(1);
    await owner.query("drop trigger broken on actor");
    expect((await report(deferred)).text).toContain('"TEMPORARILY_UNPROCESSED"');
    expect(await batches()).toBe(2);
  });

  test("has its batch settled", async () => {
    await breakWritesOf("device_seen");
    await report(complete());
    const { em } = api.deps.database;
    const { deviceId } = phone;
    await settleAll(settlementDeps(em), { deviceId });
    expect(await em.fork().find(SyncBatch, { deviceId })).toMatchObject([{ status: "SETTLED" }]);
  });
});

function report(operation: object, health: unknown = outbox) {
  const { deviceId, token } = phone;
  const body = { deviceId, operations: [operation], outbox: health };
  return send(api, phone, [], { token, body });
}

function breakWritesOf(table: string) {
  return owner.query(`create trigger broken before insert or update on ${table}
    for each row execute function refuse_diagnostics()`);
}
