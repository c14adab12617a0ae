import { createHash, randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { settleAccountDeletion } from "../../activities/privacy/settle-account-deletion.ts";
import { pruneRecords } from "../../activities/privacy/prune-records.ts";
import { registeredDeviceSchema } from "../../contract/sync/device-schema.ts";
import { openPurgeOrdersSchema } from "../../contract/sync/purge-schema.ts";
import { IdempotencyKeyRow } from "../../db/platform/idempotency-key-row.ts";
import { DeviceSecret } from "../../db/sync/device-secret.ts";
import { retention } from "../../workers/retention.ts";
import {
  acknowledgeBySecret,
  findBySecret,
  type SecretPhone,
  withSecret,
} from "../factories/sync/purge/device-secrets.ts";
import { documentOf, writtenExport } from "../factories/privacy/account-export.ts";
import { erasureDeps } from "../factories/privacy/erasure-deps.ts";
import { buildScopeOrder } from "../factories/api/matrix/purge.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import {
  buildPhone,
  type Phone,
  refusalBody,
  registrationBody,
  signedInAgain,
} from "../factories/sync/phone.ts";
import { tablesWith } from "../factories/db/tables-with.ts";
import { type TestApi, startApi } from "../harness/api.ts";
import { type TestIssuer, startTestIssuer } from "../harness/test-issuer.ts";

const DAY = 86_400;
const PATH = "/api/v1/client/devices";
const lines: string[] = [];
let issuer: TestIssuer;
let api: TestApi;

beforeAll(async () => {
  issuer = await startTestIssuer();
  const onLog = (line: object) => void lines.push(JSON.stringify(line));
  api = await startApi({ issuer: issuer.issuer, onLog });
});
afterAll(async () => {
  await api.close();
  await issuer.close();
});
beforeEach(async () => {
  await moveClock(api.database.ownerUrl, 0);
  await em().execute("delete from rate_limit");
});

const em = () => api.deps.database.em.fork();
const clockAt = (days: number) => moveClock(api.database.ownerUrl, days * DAY);

const secretPhone = async () => withSecret(api, await buildPhone(api, issuer));
const endAll = ({ token }: Phone) => post("/api/v1/auth/sessions/revoke-all", token);
const prune = () => pruneRecords({ em: em(), retention }, { records: "PURGE_ORDERS" });

describe("the secret of a device", () => {
  test("is returned with its registration and each replay, and stored only as a hash", async () => {
    const { token, pair } = await buildPhone(api, issuer);
    const request = { token, key: randomUUID(), body: registrationBody() };
    const first = await api.call("POST", PATH, request);
    const again = await api.call("POST", PATH, request);
    expect(again.headers.get("Idempotency-Replayed")).toBe("true");
    expect(again.data).toEqual(first.data);
    const { deviceId, deviceSecret } = registeredDeviceSchema.parse(first.data);
    const secret = deviceSecret ?? "";
    expect(secret).toMatch(/^[\w-]{43}$/);
    const kept = await em().findOneOrFail(DeviceSecret, deviceId);
    expect(kept.secretHash).toBe(createHash("sha256").update(secret).digest("base64url"));
    expect((await findBySecret(api, secret)).status).toBe(200);
    const { userId } = pair.client;
    const exported = await documentOf(em(), userId, await writtenExport(em(), userId));
    expect(exported).toContain(deviceId);
    for (const text of [secret, kept.secretHash]) expect(exported).not.toContain(text);
    expect(await tablesWith(em(), secret)).toEqual([]);
    expect(await tablesWith(em(), kept.secretHash)).toEqual(["device_secret"]);
    expect(lines.filter((line) => line.includes(secret))).toEqual([]);
  });

  test("is returned nowhere else: neither in the list of devices nor by a revocation", async () => {
    const phone = await secretPhone();
    const list = await api.call("GET", PATH, { token: phone.token });
    const revoked = await post(`${PATH}/${phone.deviceId}/revoke`, phone.token);
    for (const { status, text } of [list, revoked]) {
      expect(status).toBe(200);
      expect(text).not.toMatch(/secret/i);
    }
  });

  test("is null in the replay of a registration from before there were secrets", async () => {
    const { token } = await buildPhone(api, issuer);
    const request = { token, key: randomUUID(), body: registrationBody() };
    await api.call("POST", PATH, request);
    const { key } = request;
    const stored = await em().findOneOrFail(IdempotencyKeyRow, { key });
    const { deviceSecret, ...before } = registeredDeviceSchema.parse(
      JSON.parse(stored.answer ?? ""),
    );
    expect(deviceSecret).toBeNull();
    await em().nativeUpdate(IdempotencyKeyRow, { key }, { answer: JSON.stringify(before) });
    const replayed = await api.call("POST", PATH, request);
    expect(registeredDeviceSchema.parse(replayed.data).deviceSecret).toBeNull();
  });

  test("belongs to one registration: a former device's reads the reset's order, the new one's does not", async () => {
    const former = await secretPhone();
    const { installationId, token } = former;
    const body = registrationBody({ installationId, reset: true });
    const next = registeredDeviceSchema.parse((await post(PATH, token, body)).data);
    expect(next.deviceSecret).not.toBe(former.deviceSecret);
    expect(await shownBy(former)).toEqual(["DEVICE_RESET"]);
    expect((await findBySecret(api, next.deviceSecret)).data).toEqual({ items: [] });
  });

  test("reads nothing more once its installation registered again without a reset", async () => {
    const former = await secretPhone();
    await withSecret(api, former, former.installationId);
    expect(await shownBy(former)).toBe(404);
  });
});

describe("a device's secret outlives", () => {
  test("the erasure of the account, and then acknowledges its order", async () => {
    const phone = await secretPhone();
    const { token, pair } = phone;
    expect((await post("/api/v1/auth/account-deletion", token)).status).toBe(200);
    await clockAt(15);
    const { userId } = pair.client;
    while ((await settleAccountDeletion(erasureDeps(em()), { userId })).open);
    expect(await shownBy(phone)).toEqual(["ACCOUNT_DELETION"]);
    await acknowledgeAll(phone);
    expect(await shownBy(phone)).toBe(404);
  });

  test("its sealed queue's first order: a later one that deletes the queue can be read too", async () => {
    const phone = await secretPhone();
    await endAll(phone);
    await acknowledgeAll(phone);
    expect(await shownBy(phone)).toBe(404);
    const { token } = await signedInAgain(issuer, phone);
    expect((await post("/api/v1/auth/account-deletion", token)).status).toBe(200);
    expect(await shownBy(phone)).toEqual(["ACCOUNT_DELETION"]);
  });

  test("its device for 400 days, while an order is open", async () => {
    const phone = await secretPhone();
    await endAll(phone);
    await clockAt(399);
    await prune();
    expect(await shownBy(phone)).toEqual(["DEVICE_REVOCATION"]);
    await clockAt(401);
    const ended = refusalBody(await findBySecret(api, phone.deviceSecret));
    expect(ended).toEqual(refusalBody(await findBySecret(api, "A".repeat(43))));
    expect(ended).toMatchObject({ status: 404, code: "NOT_FOUND" });
    await prune();
    expect(await hasSecret(phone)).toBe(false);
  });

  test("its last order as long as the queue may be sealed, 30 days", async () => {
    const phone = await secretPhone();
    const inUse = await secretPhone();
    await endAll(phone);
    await acknowledgeAll(phone);
    await clockAt(29);
    await prune();
    expect(await hasSecret(phone)).toBe(true);
    await clockAt(31);
    await prune();
    expect([await hasSecret(phone), await hasSecret(inUse)]).toEqual([false, true]);
    await buildScopeOrder(em(), inUse.deviceId);
    expect(await shownBy(inUse)).toEqual(["PERMISSION_REVOCATION"]);
  });
});

describe("devices that are revoked end their secrets", () => {
  test.each([
    ["by their owner", (phone: Phone) => post(`${PATH}/${phone.deviceId}/revoke`, phone.token)],
    ["with their session", endAll],
    ["by signing out", ({ token }: Phone) => post("/api/v1/auth/logout", token)],
  ])("%s", async (_name, end) => {
    const phone = await secretPhone();
    const { deviceId } = phone;
    expect((await em().findOneOrFail(DeviceSecret, deviceId)).endedAt).toBeNull();
    expect((await end(phone)).status).toBe(200);
    expect((await em().findOneOrFail(DeviceSecret, deviceId)).endedAt).not.toBeNull();
  });
});

function post(path: string, token: string, body: unknown = {}) {
  return api.call("POST", path, { token, body, key: randomUUID() });
}

async function hasSecret({ deviceId }: Phone) {
  return (await em().count(DeviceSecret, { deviceId })) === 1;
}

/** Status of a read by the secret, with the triggers of the orders in it. */
async function shownBy({ deviceSecret }: SecretPhone) {
  const { status, data } = await findBySecret(api, deviceSecret);
  if (status !== 200) return status;
  return openPurgeOrdersSchema.parse(data).items.map(({ trigger }) => trigger);
}

async function acknowledgeAll({ deviceSecret }: SecretPhone): Promise<void> {
  const { items } = openPurgeOrdersSchema.parse((await findBySecret(api, deviceSecret)).data);
  for (const { orderId } of items) {
    expect((await acknowledgeBySecret(api, { orderId, deviceSecret })).status).toBe(200);
  }
}
