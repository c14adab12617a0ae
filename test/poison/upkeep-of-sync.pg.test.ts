import { afterAll, beforeEach, expect, test } from "@jest/globals";
import { emitSilentDevices } from "../../activities/sync/devices/emit-silent-devices.ts";
import { pruneRawPayloads } from "../../activities/sync/receipts/prune-raw-payloads.ts";
import { pruneReceipts } from "../../activities/sync/receipts/prune-receipts.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import { KEEP_NOTE, noteFeature } from "../factories/sync/features/note-feature.ts";
import { buildReceipts, RECEIPTS_ARE_OLD } from "../factories/sync/receipts/old-receipts.ts";
import { createPoisonedRows } from "../factories/db/poisoned-rows.ts";
import { admissionDeps, buildScope, queued, submit } from "../factories/sync/sync.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em, ownerUrl } = await useOrm(await useOwnDatabase());
const poison = await createPoisonedRows(ownerUrl);
afterAll(() => poison.close());
const faults: unknown[] = [];
const log = { error: (fields: unknown) => void faults.push(fields) };
beforeEach(async () => {
  faults.length = 0;
  await moveClock(ownerUrl, 0);
});

test("a device that cannot be marked as silent does not delay the others, is logged, and is reported once it is repaired", async () => {
  const outboxHealth = { depth: 2, oldestRecordedAt: new Date().toISOString() };
  for (let count = 0; count < 5; count += 1) {
    const operations = [queued("from-the-future.do", {})];
    const more = { outboxHealth: { ...outboxHealth, rejected: 0, conflicted: 0 } };
    await submit(admissionDeps(em), await buildScope(em), operations, more);
  }
  await moveClock(ownerUrl, 8 * 86_400);
  await poison.plant("device_seen");
  const slice = await emitSilentDevices(em, { except: [] }, log);
  expect(slice).toMatchObject({ wokenCount: 4, failed: [expect.any(String)], full: false });
  expect(faults).toMatchObject([
    { deviceId: slice.failed[0], failureClass: "SQLSTATE_23000", err: expect.anything() },
  ]);
  expect(await emitSilentDevices(em, { except: slice.failed }, log)).toMatchObject({ failed: [] });
  await poison.remove();
  expect(await emitSilentDevices(em, { except: [] }, log)).toMatchObject({
    wokenCount: 1,
    failed: [],
  });
});

test("a database failure while silent devices are reported is no poison: the slice is retried as a whole", async () => {
  await submit(admissionDeps(em), await buildScope(em), [queued("from-the-future.do", {})], {
    outboxHealth: {
      depth: 2,
      oldestRecordedAt: new Date().toISOString(),
      rejected: 0,
      conflicted: 0,
    },
  });
  await moveClock(ownerUrl, 8 * 86_400);
  await poison.plant("device_seen", { sqlState: "53200" });
  await expect(emitSilentDevices(em, { except: [] }, log)).rejects.toThrow();
  expect(faults).toEqual([]);
  await poison.remove();
});

test("a device whose receipts cannot be pruned does not delay the others, is logged, and is pruned once it is repaired", async () => {
  for (let count = 0; count < 3; count += 1) await buildReceipts(em, await buildScope(em), 2);
  await moveClock(ownerUrl, RECEIPTS_ARE_OLD);
  await poison.plant("sync_answers");
  const pruned = await pruneReceipts(em, { after: null }, log);
  expect(pruned).toMatchObject({ failedCount: 1, done: true });
  expect(pruned.prunedCount).toBeGreaterThanOrEqual(4);
  expect(faults).toMatchObject([{ deviceId: expect.any(String), failureClass: "SQLSTATE_23000" }]);
  await poison.remove();
  const repaired = await pruneReceipts(em, { after: null }, log);
  expect(repaired).toMatchObject({ failedCount: 0, done: true });
  expect(repaired.prunedCount).toBeGreaterThan(0);
});

test.each(["sync_request", "deferred_operation"])(
  "a raw payload in %s that cannot be deleted does not delay the others, is logged, and is deleted once it is repaired",
  async (table) => {
    const run = (text: string) => em.fork().execute(text);
    await run("delete from sync_request");
    await run(`insert into sync_request (batch_id, body, received_at)
      select uuidv7(), '', clock_now() from generate_series(1, 5)`);
    const feature = noteFeature().feature;
    const scope = await buildScope(em);
    const crashing = () => queued(KEEP_NOTE, { text: "a", fault: "decide" });
    await submit(admissionDeps(em, [feature]), scope, Array.from({ length: 5 }, crashing));
    await run("update deferred_operation set state = 'QUARANTINED'");
    await moveClock(ownerUrl, 91 * 86_400);
    await poison.plant(table);
    const pruned = await pruneRawPayloads(em, {}, log);
    expect(pruned.passedOver).toEqual(table === "sync_request" ? [1, 0] : [0, 1]);
    expect(faults).toMatchObject([{ records: "RAW_PAYLOADS", failureClass: "SQLSTATE_23000" }]);
    expect(pruned.prunedCount).toBeGreaterThanOrEqual(9);
    await poison.remove();
    expect(await pruneRawPayloads(em, {}, log)).toEqual({ prunedCount: 1, full: false });
  },
);
