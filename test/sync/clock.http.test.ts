import { once } from "node:events";
import { request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, test } from "@jest/globals";
import { quickLogHistoryItemSchema } from "../../contract/quick-log/history-schema.ts";
import { type Operation, syncAnswerSchema } from "../../contract/sync/schema.ts";
import { pageSchema } from "../../contract/wire.ts";
import { DeviceSeen } from "../../db/sync/device-seen.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import { ask, buildPhone, type Phone, syncBody, syncPath } from "../factories/sync/phone.ts";
import { queued } from "../factories/sync/sync.ts";
import { fullReceipts } from "../factories/sync/receipts/stored-receipts.ts";
import { SyncBatch } from "../../db/sync/sync-batch.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useApi } from "../harness/use-api.ts";

const HOUR = 3_600_000;
/** Less than the error of any clock in these tests, and more than a busy machine takes for a request. */
const MINUTE = 60_000;
const DAY = 24 * HOUR;

const { api, issuer } = await useApi({ database: await useOwnDatabase() });

const instant = (ms: number) => new Date(Date.now() + ms).toISOString();

describe("a read that measures the clock", () => {
  test("stores the measurement like a batch, until the next sync", async () => {
    const phone = await buildPhone(api, issuer);
    await ask(api, phone, { clientSentAt: instant(-3 * HOUR) });
    const read = await storedClock(phone);
    expect(Math.abs((read.clockOffsetMs ?? 0) + 3 * HOUR)).toBeLessThan(MINUTE);
    expect(read).toMatchObject({ clockRoundTripMs: null, clockReadAt: expect.any(Date) });
    await moveClock(api.database.ownerUrl, HOUR / 1_000);
    await ask(api, phone);
    expect(await storedClock(phone)).toMatchObject({
      clockOffsetMs: read.clockOffsetMs,
      clockReadAt: read.clockReadAt,
    });
    await moveClock(api.database.ownerUrl, 0);
    const metadata = { diagnostics: { lastRoundTripMs: 20 } };
    await sendAt(phone, 2 * HOUR, [complete(phone, { metadata })]);
    const sent = await storedClock(phone);
    expect(Math.abs((sent.clockOffsetMs ?? 0) - 2 * HOUR)).toBeLessThan(MINUTE);
    expect(sent.clockRoundTripMs).toBe(20);
  });

  test("is refused with an invalid instant", async () => {
    const phone = await buildPhone(api, issuer);
    expect((await ask(api, phone, { clientSentAt: "now" })).status).toBe(400);
  });
});

test("a batch counts as received when its headers arrive, however long its body takes", async () => {
  const phone = await buildPhone(api, issuer);
  const { token, relationshipId } = phone;
  const { hostname, port } = new URL(api.url);
  const path = syncPath(relationshipId);
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
  const sending = request({ hostname, port, path, method: "POST", headers });
  const answered = once(sending, "response");
  sending.setHeader("Expect", "100-continue").flushHeaders();
  await once(sending, "continue");
  await pause(400);
  const bodyAt = Date.now();
  sending.end(JSON.stringify(syncBody(phone, [complete(phone, {})], { clientSentAt: instant(0) })));
  await answered;
  const em = api.deps.database.em.fork();
  const { receivedAt } = await em.findOneOrFail(SyncBatch, { deviceId: phone.deviceId });
  expect(Number(receivedAt)).toBeLessThan(bodyAt);
});

test("a single action reports its clock like a batch", async () => {
  const phone = await buildPhone(api, issuer);
  const { token, deviceId, agenda } = phone;
  const path = `/api/v1/client/quick-log/tasks/${agenda.habit.id}/actions`;
  const offset = -3 * HOUR;
  const action = {
    deviceId,
    clientOperationId: "single",
    actionKind: "COMPLETE_TASK",
    scope: "TASK",
    expectedTaskRevision: 1,
    clientRecordedAt: instant(offset),
    clientSentAt: instant(offset),
  };
  expect((await api.call("POST", path, { token, body: action })).status).toBe(200);
  const clock = await clockOf(phone);
  expect(clock).toMatchObject({ confidence: "ESTIMATED", flags: null });
  expect(Math.abs((clock?.offsetMs ?? 0) - offset)).toBeLessThan(MINUTE);
  expect(clock?.offBy).toBeLessThan(MINUTE);
  // The sending time is not part of the operation: the same action sent later is the same operation.
  const again = { ...action, clientSentAt: instant(0) };
  const answer = await api.call("POST", path, { token, body: again });
  expect(answer.data).toMatchObject({ receipt: { status: "ALREADY_ACCEPTED" } });
});

describe("a phone whose clock is off", () => {
  test("is measured at each sync; corrected and raw instant and confidence are stored", async () => {
    const phone = await buildPhone(api, issuer);
    const offset = -3 * HOUR;
    const metadata = { diagnostics: { lastRoundTripMs: 20 } };
    const operation = complete(phone, { clientRecordedAt: instant(offset), metadata });
    expect((await sendAt(phone, offset, [operation]))[0]?.status).toBe("ACCEPTED");
    const clock = await clockOf(phone);
    expect(clock).toMatchObject({ roundTripMs: 20, confidence: "MEASURED", flags: null });
    expect(Math.abs((clock?.offsetMs ?? 0) - offset)).toBeLessThan(MINUTE);
    expect(clock?.offBy).toBeLessThan(MINUTE);
    const [item] = await historyOf(phone);
    expect(item).toMatchObject({
      clientRecordedAt: operation.clientRecordedAt,
      clock: { confidence: "MEASURED", flags: [] },
    });
    const corrected = new Date(item?.clock?.correctedAt ?? 0).getTime();
    expect(Math.abs(corrected - Date.now())).toBeLessThan(60_000);
  });

  test("that reports no sending time is trusted", async () => {
    const phone = await buildPhone(api, issuer);
    const { token, relationshipId } = phone;
    const operation = complete(phone, { clientRecordedAt: instant(-1_000) });
    const body = syncBody(phone, [operation]);
    await api.call("POST", syncPath(relationshipId), { token, body });
    expect(await clockOf(phone)).toMatchObject({ offsetMs: null, confidence: "UNKNOWN" });
  });

  test.each([
    ["far in the future", 0, 3 * DAY, ["FUTURE"]],
    ["before the relationship", 0, -900 * DAY, ["BEFORE_RELATIONSHIP"]],
    ["by a clock that is off for days", 3 * DAY, 3 * DAY, ["SKEWED"]],
  ])(
    "has no operation dropped, but flagged in the coach's history: %s",
    async (_name, offset, at, flags) => {
      const phone = await buildPhone(api, issuer);
      const [result] = await sendAt(phone, offset, [
        complete(phone, { clientRecordedAt: instant(at) }),
      ]);
      expect(result?.status).toBe("ACCEPTED");
      const [item] = await historyOf(phone);
      expect(item?.clock?.flags).toEqual(flags);
      expect(await clockOf(phone)).toMatchObject({ flags });
    },
  );

  test("cannot move a window: the server's clock decides", async () => {
    const phone = await buildPhone(api, issuer);
    const done = complete(phone, { clientRecordedAt: instant(-DAY) });
    await sendAt(phone, -DAY, [done]);
    await moveClock(api.database.ownerUrl, (DAY + HOUR) / 1_000);
    const { habit } = phone.agenda;
    const undo = queued(
      "quick-log.undo",
      { taskId: habit.id, undoesClientOperationId: done.clientOperationId },
      { expectedRevision: 2, clientRecordedAt: instant(-DAY) },
    );
    const [late] = await sendAt(phone, -DAY, [undo]);
    await moveClock(api.database.ownerUrl, 0);
    expect(late?.rejectionCode).toBe("UNDO_WINDOW_CLOSED");
    const early = { ...undo, clientOperationId: "early", clientRecordedAt: instant(30 * DAY) };
    const [inTime] = await sendAt(phone, 30 * DAY, [early]);
    expect(inTime?.status).toBe("ACCEPTED");
  });
});

function complete({ agenda }: Phone, changes: Partial<Operation>) {
  return queued("quick-log.complete-task", { taskId: agenda.habit.id }, changes);
}

/** Sends a batch as a phone whose clock is off. */
async function sendAt(phone: Phone, offsetMs: number, operations: readonly Operation[]) {
  const { token, relationshipId } = phone;
  const body = syncBody(phone, operations, { clientSentAt: instant(offsetMs) });
  const answer = await api.call("POST", syncPath(relationshipId), { token, body });
  return syncAnswerSchema.parse(answer.data).results;
}

async function historyOf({ relationshipId, pair, agenda }: Phone) {
  const query = `from=${agenda.localDate}&to=${agenda.localDate}`;
  const path = `/api/v1/coach/relationships/${relationshipId}/quick-log?${query}`;
  const answer = await api.call("GET", path, { token: pair.coachToken });
  return pageSchema(quickLogHistoryItemSchema).parse(answer.data).items;
}

async function clockOf({ deviceId }: Phone) {
  const { em } = api.deps.database;
  const newest = (await fullReceipts(em, [deviceId])).at(-1);
  if (newest === undefined) throw new Error("The phone has no receipt");
  const batch = await em.fork().findOneOrFail(SyncBatch, { id: newest.batchId });
  return {
    offsetMs: batch.clockOffsetMs,
    roundTripMs: batch.clockRoundTripMs,
    offBy: Number(batch.receivedAt) - Date.parse(newest.correctedAt),
    confidence: newest.clockConfidence,
    flags: newest.clockFlags,
  };
}

/** The stored measurement of a phone's clock. */
async function storedClock({ deviceId }: Phone) {
  return await api.deps.database.em.fork().findOneOrFail(DeviceSeen, { deviceId });
}
