import { randomBytes } from "node:crypto";
import { afterAll, afterEach, describe, expect, test } from "@jest/globals";
import { sql } from "kysely";
import { z } from "zod";
import { Refusal } from "../../contract/refusal.ts";
import type { Operation } from "../../contract/sync/schema.ts";
import {
  buildPhone,
  type Phone,
  refusalOf,
  send,
  syncBody,
  syncPath,
} from "../factories/sync/phone.ts";
import { storedRequests } from "../factories/sync/receipts/stored-receipts.ts";
import { queued } from "../factories/sync/sync.ts";
import { type TestApi, startApi } from "../harness/api.ts";
import { startTestIssuer } from "../harness/test-issuer.ts";

let api: TestApi;
let phone: Phone;
const issuer = await startTestIssuer();
afterEach(() => api.close());
afterAll(() => issuer.close());

/** Text that no compression makes shorter than three quarters. */
const noise = (length: number) => randomBytes(length).toString("base64url").slice(0, length);

const good = () => queued("quick-log.complete-task", { taskId: phone.agenda.habit.id });

const keptSchema = z.object({ operations: z.array(z.record(z.string(), z.unknown())) });

describe("the stored part of refused operations", () => {
  test("is their envelope and the first 4 KB; accepted ones in the same batch are stored completely", async () => {
    await start();
    const [bad, fine] = [refused(100_000), good()];
    const answer = await send(api, phone, [bad, fine]);
    expect(answer.status).toBe(200);
    const { text, operations } = await keptOf();
    expect(text.length).toBeLessThan(7_000);
    const { payload, metadata: _none, ...envelope } = bad;
    const beginning = JSON.stringify({ payload }).slice(0, 4_096);
    const length = JSON.stringify({ payload }).length;
    expect(operations).toEqual([{ ...envelope, payload: null, cut: { length, beginning } }, fine]);
  });

  test("is the whole request, byte for byte, if it is short", async () => {
    await start();
    const body = syncBody(phone, [refused(3_000), good()]);
    await api.call("POST", syncPath(phone.relationshipId), { token: phone.token, body });
    expect(await storedRequests(api.deps.database.em, phone)).toEqual([JSON.stringify(body)]);
  });

  test("is no larger if it got no receipt, or was sent twice", async () => {
    await start();
    const fine = good();
    const wrong = { payloadChecksum: `sha-256:${"0".repeat(64)}` };
    const unknown = { ...refused(100_000), operationType: "device.levitate" };
    const again = { ...refused(100_000), clientOperationId: fine.clientOperationId };
    const answer = await send(api, phone, [fine, refused(100_000, wrong), unknown, again]);
    expect(answer.status).toBe(200);
    expect((await keptOf()).text.length).toBeLessThan(20_000);
  });

  test("omits parts that are not needed: a malformed outbox report, blanks", async () => {
    await start();
    const rawBody = JSON.stringify(syncBody(phone, [good()])).replace(
      "{",
      `{"outbox":${JSON.stringify(Array.from({ length: 200 }, () => noise(1_000)))},`,
    );
    const request = { token: phone.token, rawBody };
    const answer = await api.call("POST", syncPath(phone.relationshipId), request);
    expect(answer.status).toBe(200);
    expect((await keptOf()).text.length).toBeLessThan(2_000);
  });
});

describe("refused operations of a device", () => {
  const REFUSED_LIMIT = { status: 429, code: "RATE_LIMITED", pointers: [] };

  test("are limited by bytes per day; beyond that the device gets a retry time", async () => {
    await start({ refusedBytesADay: 150_000 });
    const answers = [];
    for (let sent = 0; sent < 3; sent += 1)
      answers.push(await send(api, phone, [refused(100_000)]));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429]);
    const [, , last] = answers;
    if (last === undefined) throw new Error("Expected three results");
    expect(refusalOf(last)).toEqual(REFUSED_LIMIT);
    const wait = Number(last.headers.get("Retry-After"));
    expect([wait > 80_000, wait <= 86_400]).toEqual([true, true]);
    const { rows } = await sql<{ points: number }>`
      select points from rate_limit where key = ${`refused-bytes:${phone.deviceId}`}
    `.execute(api.deps.database.em.fork().getKysely());
    expect(rows[0]?.points).toBeGreaterThan(200_000);
  });

  test("are limited to fifty megabytes unless an installation says otherwise", async () => {
    await start();
    const { deviceId } = phone;
    const userId = phone.pair.client.userId;
    const { refusedBytes } = api.deps;
    await refusedBytes.count({ userId, deviceId }, 50 * 1024 * 1024);
    refusedBytes.requireRoom({ userId, deviceId });
    await refusedBytes.count({ userId, deviceId }, 1);
    expect(() => refusedBytes.requireRoom({ userId, deviceId })).toThrow(Refusal);
  });

  test("are counted by device: another one continues, and naming a device reveals nothing", async () => {
    await start({ refusedBytesADay: 50_000 });
    await send(api, phone, [refused(100_000)]);
    expect(refusalOf(await send(api, phone, [good()]))).toEqual(REFUSED_LIMIT);
    const other = await buildPhone(api, issuer);
    const operation = queued("quick-log.complete-task", { taskId: other.agenda.habit.id });
    expect((await send(api, other, [operation])).status).toBe(200);
    const named = await send(api, { ...other, deviceId: phone.deviceId }, [good()]);
    expect(refusalOf(named)).toMatchObject({ status: 403, code: "DEVICE_REVOKED" });
  });

  test("count and are refused alike if they come one by one, and so do their verdicts", async () => {
    await start({ refusedBytesADay: 20 });
    const { token, deviceId, agenda } = phone;
    const act = (clientOperationId: string) =>
      api.call("POST", `/api/v1/client/quick-log/tasks/${agenda.habit.id}/actions`, {
        token,
        body: {
          deviceId,
          clientOperationId,
          actionKind: "COMPLETE_TASK",
          scope: "TASK",
          expectedTaskRevision: 9,
          clientRecordedAt: new Date().toISOString(),
        },
      });
    expect((await act("first")).status).toBe(200);
    expect(refusalOf(await act("second"))).toEqual(REFUSED_LIMIT);
    expect(refusalOf(await send(api, phone, [good()]))).toEqual(REFUSED_LIMIT);
    expect(await api.deps.metrics.metrics()).toMatch(/sideline_verdicts_total\{[^}]*\} 1/);
  });

  test("count once: replays of refused ones and accepted operations cost nothing", async () => {
    await start({ refusedBytesADay: 150_000 });
    const bad = refused(100_000);
    for (let sent = 0; sent < 5; sent += 1)
      expect((await send(api, phone, [bad])).status).toBe(200);
    expect((await send(api, phone, [good()])).status).toBe(200);
  });
});

async function start(options: Parameters<typeof startApi>[0] = {}) {
  api = await startApi({ issuer: issuer.issuer, ...options });
  phone = await buildPhone(api, issuer);
}

function refused(length: number, changes: Partial<Operation> = {}) {
  const junk = Array.from({ length: length / 1_000 }, () => noise(1_000));
  return queued("quick-log.skip", { taskId: phone.agenda.meal.id, junk }, changes);
}

async function keptOf() {
  const [text = ""] = await storedRequests(api.deps.database.em, phone);
  return { text, operations: keptSchema.parse(JSON.parse(text)).operations };
}
