import { randomUUID } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import {
  deviceSchema,
  deviceWithOrdersSchema,
  registeredDeviceSchema,
} from "../../contract/sync/device-schema.ts";
import { pageSchema } from "../../contract/wire.ts";
import { OutboxRow } from "../../db/outbox/outbox-row.ts";
import {
  buildPhone,
  type Phone,
  refusalBody,
  refusalOf,
  registeredDevice,
  registrationBody,
  send,
} from "../factories/sync/phone.ts";
import { queued } from "../factories/sync/sync.ts";
import { useApi } from "../harness/use-api.ts";

const PATH = "/api/v1/client/devices";

const { api, issuer } = await useApi();

const phone = await buildPhone(api, issuer);
const stranger = await buildPhone(api, issuer);

const devicePage = pageSchema(deviceSchema);

describe("registering a device", () => {
  test("returns an active device that names its installation, and never the push token", async () => {
    const body = { installationId: randomUUID(), pushToken: "push-token-secret" };
    const answer = await register(phone.token, body);
    expect(answer.status).toBe(201);
    expect(answer.text).not.toContain("push-token-secret");
    expect(registeredDeviceSchema.parse(answer.data)).toMatchObject({
      appSurface: "CLIENT_MOBILE",
      installationId: body.installationId,
      appVersion: "1.2.3",
      buildNumber: 45,
      platform: "IOS",
      osVersion: "19.1",
      pushTokenId: expect.any(String),
      lastSuccessfulSyncAt: null,
      status: "ACTIVE",
      replacesDeviceId: null,
      revokedAt: null,
    });
  });

  test.each([
    ["no body", undefined, ""],
    ["an unknown field", registrationBody({ color: "red" }), "/color"],
    ["no installation", registrationBody({ installationId: undefined }), "/installationId"],
    [
      "an installation that is not a UUID",
      registrationBody({ installationId: "x" }),
      "/installationId",
    ],
    ["an unknown platform", registrationBody({ platform: "SYMBIAN" }), "/platform"],
    ["the web, which has no devices", registrationBody({ appSurface: "WEB" }), "/appSurface"],
    ["a build that is not a number", registrationBody({ buildNumber: "45" }), "/buildNumber"],
    ["a version of several lines", registrationBody({ appVersion: "1\n2" }), "/appVersion"],
    [
      "a push token that is too long",
      registrationBody({ pushToken: "x".repeat(4097) }),
      "/pushToken",
    ],
  ])("refuses %s", async (_name, body, pointer) => {
    const answer = await api.call("POST", PATH, { token: phone.token, key: randomUUID(), body });
    expect(refusalOf(answer)).toMatchObject({ status: 400, code: "VALIDATION_FAILED" });
    expect(refusalOf(answer).pointers).toContain(pointer);
  });

  test("needs an Idempotency-Key", async () => {
    const answer = await api.call("POST", PATH, { token: phone.token, body: registrationBody() });
    expect(refusalOf(answer)).toMatchObject({
      status: 400,
      pointers: ["/headers/idempotency-key"],
    });
  });

  test("repeated with its key returns the same device; another body with it is refused", async () => {
    const key = randomUUID();
    const body = registrationBody();
    const first = await api.call("POST", PATH, { token: phone.token, key, body });
    const again = await api.call("POST", PATH, { token: phone.token, key, body });
    expect(again.data).toEqual(first.data);
    expect(again.status).toBe(201);
    expect(again.headers.get("Idempotency-Replayed")).toBe("true");
    const other = { ...body, appVersion: "2.0.0" };
    const reused = await api.call("POST", PATH, { token: phone.token, key, body: other });
    expect(refusalOf(reused)).toMatchObject({ status: 422, code: "IDEMPOTENCY_KEY_REUSED" });
  });

  test("twice at once with the same body makes one device", async () => {
    const { token } = await buildPhone(api, issuer);
    const request = { token, key: randomUUID(), body: registrationBody() };
    const answers = await Promise.all(
      Array.from({ length: 2 }, () => api.call("POST", PATH, request)),
    );
    expect(new Set(answers.map(({ data }) => JSON.stringify(data))).size).toBe(1);
    const replayed = answers.map(({ headers }) => headers.get("Idempotency-Replayed") ?? "first");
    expect(replayed.toSorted()).toEqual(["first", "true"]);
    expect((await list(token)).items).toHaveLength(2);
  });

  test("with the same installation makes a new device, which replaces the former one", async () => {
    const installationId = randomUUID();
    const former = await registeredDevice(api, phone.token, { installationId });
    const upperCase = { installationId: installationId.toUpperCase() };
    const device = registeredDeviceSchema.parse((await register(phone.token, upperCase)).data);
    expect(device).toMatchObject({ installationId, replacesDeviceId: former, status: "ACTIVE" });
    const { items } = await list(phone.token);
    expect(items.find(({ deviceId }) => deviceId === former)).toMatchObject({
      status: "REVOKED",
      revokedAt: expect.any(String),
      revocation: "REGISTERED_AGAIN",
    });
    const answer = await send(api, { ...phone, deviceId: former }, [complete(phone)]);
    expect(refusalOf(answer)).toMatchObject({ status: 403, code: "DEVICE_REVOKED" });
  });

  test("eight times at once with the same installation leaves one active device", async () => {
    const { token } = await buildPhone(api, issuer);
    const changes = { installationId: randomUUID() };
    await Promise.all(Array.from({ length: 8 }, () => registeredDevice(api, token, changes)));
    const { items } = await list(token);
    const own = items.filter(({ installationId }) => installationId === changes.installationId);
    expect(own).toHaveLength(8);
    expect(own.filter(({ status }) => status === "ACTIVE")).toHaveLength(1);
    const replaced = own.flatMap(({ replacesDeviceId }) => replacesDeviceId ?? []);
    expect(new Set(replaced).size).toBe(7);
  });

  test("with another user's installation revokes the former user's device", async () => {
    const installationId = randomUUID();
    const former = await registeredDevice(api, phone.token, { installationId });
    const mine = await registeredDevice(api, stranger.token, { installationId });
    const answer = await send(api, { ...phone, deviceId: former }, [complete(phone)]);
    expect(refusalOf(answer)).toMatchObject({ status: 403, code: "DEVICE_REVOKED" });
    const { items } = await list(stranger.token);
    expect(items.find(({ deviceId }) => deviceId === mine)).toMatchObject({
      status: "ACTIVE",
      replacesDeviceId: null,
    });
  });
});

describe("the eleventh device of a person on a surface", () => {
  const PURGES = (deviceId: string) => `${PATH}/${deviceId}/purge-orders`;
  const activeOf = async (token: string) =>
    (await list(token, "?limit=100")).items.filter(({ status }) => status === "ACTIVE");

  test("revokes the one seen longest ago, with the reason and without an order to delete its queue", async () => {
    const own = await buildPhone(api, issuer);
    const installationId = randomUUID();
    const forgotten = await registeredDevice(api, own.token, { installationId });
    for (let index = 0; index < 8; index += 1) await registeredDevice(api, own.token);
    // The first device was seen a moment ago; the second never was.
    expect((await send(api, own, [complete(own)])).status).toBe(200);
    expect(await activeOf(own.token)).toHaveLength(10);
    const eleventh = await registeredDevice(api, own.token);
    const active = await activeOf(own.token);
    expect(active).toHaveLength(10);
    expect(active.map(({ deviceId }) => deviceId)).toEqual(
      expect.arrayContaining([own.deviceId, eleventh]),
    );
    const { items } = await list(own.token, "?limit=100");
    expect(items.filter(({ status }) => status === "REVOKED")).toMatchObject([
      { deviceId: forgotten, revocation: "TOO_MANY_DEVICES", revokedAt: expect.any(String) },
    ]);
    const orders = await api.call("GET", PURGES(forgotten), { token: own.token });
    expect(orders.data).toMatchObject({ items: [] });
    const queue = [queued("quick-log.complete-task", { taskId: own.agenda.habit.id })];
    const late = await send(api, { ...own, deviceId: forgotten }, queue);
    expect(refusalOf(late)).toMatchObject({ status: 403, code: "DEVICE_REVOKED" });
    // Registered again it sends its queue, and another device is revoked.
    const deviceId = await registeredDevice(api, own.token, { installationId });
    expect((await send(api, { ...own, deviceId }, queue)).status).toBe(200);
    expect(await activeOf(own.token)).toHaveLength(10);
  });

  test("is counted on its own surface, and an installation that registers again does not count twice", async () => {
    const own = await buildPhone(api, issuer);
    const installationId = randomUUID();
    await registeredDevice(api, own.token, { installationId });
    for (let index = 0; index < 8; index += 1) await registeredDevice(api, own.token);
    const again = await registeredDevice(api, own.token, { installationId });
    const revoked = (await list(own.token, "?limit=100")).items.filter(
      ({ status }) => status === "REVOKED",
    );
    expect(revoked).toMatchObject([{ installationId, revocation: "REGISTERED_AGAIN" }]);
    expect((await activeOf(own.token)).map(({ deviceId }) => deviceId)).toContain(again);
    expect(await activeOf(own.token)).toHaveLength(10);
  });
});

describe("the list of devices", () => {
  test("shows the caller's own, newest first, page by page", async () => {
    const { token, deviceId } = await buildPhone(api, issuer);
    const ids = [deviceId];
    for (let index = 0; index < 4; index += 1) ids.unshift(await registeredDevice(api, token));
    const first = await list(token, "?limit=2");
    const second = await list(token, `?limit=2&cursor=${first.nextCursor}`);
    const third = await list(token, `?limit=2&cursor=${second.nextCursor}`);
    const pages = [first, second, third];
    expect(pages.flatMap(({ items }) => items.map((item) => item.deviceId))).toEqual(ids);
    expect(third.nextCursor).toBeNull();
  });

  test.each([
    ["a cursor of another user", async () => (await list(stranger.token, "?limit=1")).nextCursor],
    ["a cursor that was tampered with", async () => "1.eyJiZWZvcmUiOiJ4In0.AAAA"],
    ["no cursor at all", async () => "x"],
  ])("refuses %s", async (_name, cursor) => {
    await registeredDevice(api, stranger.token);
    const path = `${PATH}?cursor=${(await cursor()) ?? ""}`;
    const answer = await api.call("GET", path, { token: phone.token });
    expect(refusalOf(answer)).toMatchObject({ status: 400, code: "CURSOR_INVALID" });
  });

  test("refuses a limit of 0 and of 101", async () => {
    for (const limit of [0, 101]) {
      const answer = await api.call("GET", `${PATH}?limit=${limit}`, { token: phone.token });
      expect(refusalOf(answer)).toMatchObject({ status: 400, pointers: ["/query/limit"] });
    }
  });
});

describe("revoking a device", () => {
  test("is final, returns the same record again, and emits one event", async () => {
    const deviceId = await registeredDevice(api, phone.token, { pushToken: "x" });
    const first = await revoke(phone.token, deviceId);
    const again = await revoke(phone.token, deviceId);
    expect(first.status).toBe(200);
    expect(deviceWithOrdersSchema.parse(first.data)).toMatchObject({ deviceId, status: "REVOKED" });
    expect(again.data).toEqual(first.data);
    const events = await api.deps.database.em
      .fork()
      .find(OutboxRow, { subjectId: deviceId, type: "DeviceRevoked" });
    expect(new Set(events.map(({ eventId }) => eventId)).size).toBe(1);
  });

  test("answers a foreign, an unknown and an impossible device alike", async () => {
    const foreign = refusalBody(await revoke(phone.token, stranger.deviceId));
    const unknown = refusalBody(await revoke(phone.token, randomUUID()));
    expect(foreign).toMatchObject({ status: 404, code: "NOT_FOUND" });
    expect(foreign).toEqual(unknown);
    const { items } = await list(stranger.token);
    expect(items.find(({ deviceId }) => deviceId === stranger.deviceId)?.status).toBe("ACTIVE");
    expect(refusalOf(await revoke(phone.token, "x"))).toMatchObject({
      status: 400,
      pointers: ["/path/deviceId"],
    });
  });
});

function register(token: string, changes = {}, key: string = randomUUID()) {
  return api.call("POST", PATH, { token, key, body: registrationBody(changes) });
}

function revoke(token: string, deviceId: string) {
  return api.call("POST", `${PATH}/${deviceId}/revoke`, { token });
}

async function list(token: string, query = "") {
  return devicePage.parse((await api.call("GET", `${PATH}${query}`, { token })).data);
}

function complete({ agenda }: Phone) {
  return queued("quick-log.complete-task", { taskId: agenda.habit.id });
}
