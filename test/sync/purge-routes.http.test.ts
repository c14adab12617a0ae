import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "@jest/globals";
import { purgeOrderPageSchema, purgeOrderSchema } from "../../contract/sync/purge-schema.ts";
import {
  acknowledge,
  eventsOfOrder,
  ordersIn,
  ordersOf,
  ordersPath,
  PURGED,
} from "../factories/sync/purge/purge-orders.ts";
import { buildScopeOrder } from "../factories/api/matrix/purge.ts";
import {
  buildPhone,
  otherToken,
  type Phone,
  refusalBody,
  refusalOf,
  registeredDevice,
} from "../factories/sync/phone.ts";
import { useApi } from "../harness/use-api.ts";

const { api, issuer } = await useApi();
let phone: Phone;

const stranger = await buildPhone(api, issuer);
beforeEach(async () => {
  phone = await buildPhone(api, issuer);
});

const em = () => api.deps.database.em.fork();

describe("GET /client/devices/{deviceId}/purge-orders", () => {
  test("is refused without a session, and on the web", async () => {
    expect(refusalOf(await list(phone.deviceId))).toMatchObject({ status: 401 });
    const onWeb = await otherToken(issuer, phone.pair.client, "WEB");
    expect(refusalOf(await list(phone.deviceId, onWeb))).toMatchObject({
      status: 403,
      code: "APP_ROLE_MISMATCH",
    });
  });

  test.each([
    ["?limit=0", "/query/limit"],
    ["?unacknowledged=maybe", "/query/unacknowledged"],
    ["?color=red", "/query"],
  ])("refuses %s", async (query, pointer) => {
    const refused = refusalOf(await list(phone.deviceId, phone.token, query));
    expect(refused).toMatchObject({ status: 400, code: "VALIDATION_FAILED" });
    expect(refused.pointers[0]).toContain(pointer);
  });

  test("answers a foreign and an unknown device alike", async () => {
    const foreign = refusalBody(await list(stranger.deviceId, phone.token));
    expect(foreign).toMatchObject({ status: 404, code: "NOT_FOUND" });
    expect(refusalBody(await list(randomUUID(), phone.token))).toEqual(foreign);
  });

  test("shows orders newest first, page by page, also those of a revoked device", async () => {
    const { deviceId, token } = phone;
    const ids: string[] = [];
    for (let index = 0; index < 3; index += 1) ids.unshift((await newOrder()).orderId);
    const first = purgeOrderPageSchema.parse((await list(deviceId, token, "?limit=2")).data);
    const rest = `?limit=2&cursor=${first.nextCursor}`;
    const second = purgeOrderPageSchema.parse((await list(deviceId, token, rest)).data);
    const shown = [...first.items, ...second.items].map(({ orderId }) => orderId);
    expect(shown).toEqual(ids);
    expect(second.nextCursor).toBeNull();
    const elsewhere = `${ordersPath(stranger.deviceId)}?cursor=${first.nextCursor}`;
    const bad = await api.call("GET", elsewhere, { token: stranger.token });
    expect(refusalOf(bad)).toMatchObject({ status: 400, code: "CURSOR_INVALID" });
    await revoke(deviceId, token);
    expect(await ordersOf(api, phone)).toMatchObject([{ trigger: "DEVICE_REVOCATION" }]);
  });

  test("leaves out acknowledged orders on request", async () => {
    const done = await newOrder();
    const open = await newOrder();
    await acknowledge(api, done, phone);
    for (const flag of ["?unacknowledged", "?unacknowledged=true"]) {
      const { data } = await list(phone.deviceId, phone.token, flag);
      expect(purgeOrderPageSchema.parse(data).items).toEqual([open]);
    }
    const { data } = await list(phone.deviceId, phone.token, "?unacknowledged=false");
    expect(purgeOrderPageSchema.parse(data).items).toHaveLength(2);
  });
});

describe("POST .../purge-orders/{orderId}/ack", () => {
  test("is refused without a session", async () => {
    const order = await newOrder();
    expect(refusalOf(await acknowledge(api, order, {}))).toMatchObject({ status: 401 });
  });

  test.each([
    [{ ...PURGED, count: -1 }, "/count"],
    [{ ...PURGED, count: 1.5 }, "/count"],
    [{ ...PURGED, digest: "sha-256:AB" }, "/digest"],
    [{ ...PURGED, digest: undefined }, "/digest"],
    [{ ...PURGED, lostOperations: undefined }, "/lostOperations"],
    [{ ...PURGED, sealedOperations: -1 }, "/sealedOperations"],
    [{ ...PURGED, color: "red" }, ""],
  ])("refuses %j", async (body, pointer) => {
    const { token } = phone;
    const refused = refusalOf(await acknowledge(api, await newOrder(), { token, body }));
    expect(refused).toMatchObject({ status: 400, code: "VALIDATION_FAILED" });
    expect(refused.pointers[0]).toContain(pointer);
  });

  test("answers the order of a foreign, of another own and of an unknown device alike", async () => {
    const { token } = phone;
    const order = await newOrder();
    const other = await registeredDevice(api, token);
    const foreign = refusalBody(await acknowledge(api, order, stranger));
    expect(foreign).toMatchObject({ status: 404, code: "NOT_FOUND" });
    for (const wrong of [{ deviceId: other }, { orderId: randomUUID() }]) {
      const refused = await acknowledge(api, { ...order, ...wrong }, { token });
      expect(refusalBody(refused)).toEqual(foreign);
    }
    expect((await ordersOf(api, phone))[0]?.acknowledgedAt).toBeNull();
  });

  test("stores count and digest, emits one event, and returns the same again", async () => {
    const order = await newOrder();
    const first = await acknowledge(api, order, phone);
    expect(purgeOrderSchema.parse(first.data)).toEqual({
      ...order,
      ...PURGED,
      acknowledgedAt: expect.any(String),
    });
    const again = await acknowledge(api, order, phone);
    expect(again.data).toEqual(first.data);
    expect(await eventsOfOrder(api, order.orderId)).toEqual(["PurgeAcknowledged", "PurgeOrdered"]);
  });

  test("refuses other content, and the first one stays", async () => {
    const { token } = phone;
    const order = await newOrder();
    await acknowledge(api, order, phone);
    for (const change of [{ count: 13 }, { digest: `sha-256:${"0".repeat(64)}` }]) {
      const refused = await acknowledge(api, order, { token, body: { ...PURGED, ...change } });
      expect(refusalOf(refused)).toMatchObject({ status: 409, code: "STATE_CONFLICT" });
    }
    expect((await ordersOf(api, phone))[0]).toMatchObject(PURGED);
  });

  test("is possible for a revoked device, in its owner's session", async () => {
    const { deviceId, token } = phone;
    const [order] = ordersIn(await revoke(deviceId, token));
    if (order === undefined) throw new Error("The answer has no order");
    expect((await acknowledge(api, order, { token })).status).toBe(200);
    expect(ordersIn(await revoke(deviceId, token))[0]).toMatchObject({ ...PURGED, ackToken: null });
  });

  test("counts once if it is sent on eight connections at once", async () => {
    const order = await newOrder();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => acknowledge(api, order, phone)),
    );
    expect(new Set(answers.map(({ data }) => JSON.stringify(data))).size).toBe(1);
    expect(await eventsOfOrder(api, order.orderId)).toEqual(["PurgeAcknowledged", "PurgeOrdered"]);
  });

  test("keeps one of eight contents sent on eight connections at once, and refuses the others", async () => {
    const { token } = phone;
    const order = await newOrder();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, count) =>
        acknowledge(api, order, { token, body: { ...PURGED, count } }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(7);
  });
});

function list(deviceId: string, token?: string, query = "") {
  return api.call("GET", `${ordersPath(deviceId)}${query}`, token === undefined ? {} : { token });
}

function revoke(deviceId: string, token: string) {
  return api.call("POST", `/api/v1/client/devices/${deviceId}/revoke`, { token });
}

async function newOrder(deviceId = phone.deviceId) {
  const orderId = await buildScopeOrder(em(), deviceId);
  const found = (await ordersOf(api, { ...phone, deviceId })).find((o) => o.orderId === orderId);
  if (found === undefined) throw new Error("The order is not listed");
  return found;
}
