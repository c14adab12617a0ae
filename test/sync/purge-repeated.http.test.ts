import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "@jest/globals";
import { registeredDeviceSchema } from "../../contract/sync/device-schema.ts";
import { ordersIn, ordersOf } from "../factories/sync/purge/purge-orders.ts";
import {
  buildPhone,
  type Phone,
  registrationBody,
  signedInAgain,
} from "../factories/sync/phone.ts";
import { type PurgingPhone, purgingPhone } from "../factories/sync/purge/purging-phone.ts";
import { useApi } from "../harness/use-api.ts";

const DAY_MS = 86_400_000;
const { api, issuer } = await useApi();
let phone: Phone;

beforeEach(async () => {
  await api.deps.database.em.fork().execute("delete from rate_limit");
  phone = await buildPhone(api, issuer);
});

describe.each([
  ["a day behind", -DAY_MS],
  ["a day ahead", DAY_MS],
])("a phone whose clock is %s", (_name, clockOffMs) => {
  let app: PurgingPhone;
  beforeEach(() => {
    app = purgingPhone(api, phone, clockOffMs);
  });

  test("keeps what a later device queued when a reset's order is repeated", async () => {
    const first = await app.register();
    const lost = app.drink();
    const second = await app.register({ reset: true });
    const reset = { deviceId: first.deviceId, trigger: "DEVICE_RESET", queue: "DELETE" };
    const border = { ...reset, queuedBefore: second.createdAt };
    expect(second.purgeOrders).toMatchObject([border]);
    const values = [app.drink(), app.drink()];
    const third = await app.register();
    expect(third.purgeOrders).toMatchObject([border]);
    expect(third.purgeOrders[0]?.orderId).toBe(second.purgeOrders[0]?.orderId);
    expect(app.kept).toEqual(values);
    expect(app.kept).not.toContain(lost);
    expect(await statusesOf(app)).toEqual(["ACCEPTED", "ACCEPTED"]);
  });

  test("deletes operations made offline after its relationship had ended", async () => {
    const { deviceId } = await app.register();
    app.drink();
    expect((await endRelationship()).status).toBe(200);
    app.drink();
    const orders = await ordersOf(api, { token: phone.token, deviceId });
    expect(orders).toMatchObject([{ deviceId, trigger: "RELATIONSHIP_END", queuedBefore: null }]);
    app.obey(orders);
    expect(app.kept).toEqual([]);
  });

  test("deletes operations queued under its device before it knew the next one", async () => {
    const { deviceId } = await app.register();
    app.drink();
    await endRelationship();
    const key = randomUUID();
    const unheard = await app.register({ key, isLost: true });
    app.drink();
    const registered = await app.register({ key });
    expect(registered).toEqual(unheard);
    expect(registered.purgeOrders).toMatchObject([
      { deviceId, queuedBefore: registered.createdAt },
    ]);
    expect(app.kept).toEqual([]);
  });

  test("deletes a sealed queue with the device to which it was handed over, and nothing of the next one", async () => {
    const first = await app.register();
    const sealed = app.drink();
    const afar = ordersIn(await post("/api/v1/auth/sessions/revoke-all", phone.token));
    app.obey(afar.filter(({ deviceId }) => deviceId === first.deviceId));
    expect(app.sealed).toEqual([sealed]);

    const token = (await signedInAgain(issuer, phone)).token;
    const second = await app.register({ token });
    expect(second.purgeOrders).toMatchObject([
      { deviceId: first.deviceId, handedOverTo: second.deviceId, queuedBefore: second.createdAt },
    ]);
    expect([app.kept, app.sealed]).toEqual([[sealed], []]);

    const out = ordersIn(await post("/api/v1/auth/logout", token));
    app.obey(out);
    expect(out).toMatchObject([
      { deviceId: second.deviceId, trigger: "LOGOUT", queuedBefore: null },
    ]);
    expect(app.kept).toEqual([]);

    const third = await app.register({ token: (await signedInAgain(issuer, phone)).token });
    const later = app.drink();
    const fourth = await app.register();
    const orders = fourth.purgeOrders.filter(({ deviceId }) => deviceId === second.deviceId);
    expect(orders).toMatchObject([{ trigger: "LOGOUT", queuedBefore: third.createdAt }]);
    expect(app.kept).toEqual([later]);
    expect(await statusesOf(app)).toEqual(["ACCEPTED"]);
  });
});

test("an order of a former person ends where another person registers the installation", async () => {
  const installationId = randomUUID();
  const register = async ({ token }: Phone) => {
    const body = registrationBody({ installationId });
    return registeredDeviceSchema.parse((await post("/api/v1/client/devices", token, body)).data);
  };
  const former = await register(phone);
  const next = await register(await buildPhone(api, issuer));
  expect(next.purgeOrders).toMatchObject([
    { deviceId: former.deviceId, trigger: "ACCOUNT_SWITCH", queuedBefore: next.createdAt },
  ]);
});

test("a registration of the installation on the other surface does not end it, because that is another app", async () => {
  const installationId = randomUUID();
  const body = registrationBody({ installationId });
  const { data } = await post("/api/v1/client/devices", phone.token, body);
  const { deviceId } = registeredDeviceSchema.parse(data);
  const coachs = registrationBody({ installationId, appSurface: "COACH_MOBILE" });
  expect((await post("/api/v1/client/devices", phone.pair.coachToken, coachs)).status).toBe(201);
  const [order] = ordersIn(await post(`/api/v1/client/devices/${deviceId}/revoke`, phone.token));
  expect(order).toMatchObject({ deviceId, queuedBefore: null });
});

function post(path: string, token: string, body: unknown = {}) {
  return api.call("POST", path, { token, body, key: randomUUID() });
}

function endRelationship() {
  return post("/api/v1/client/relationship/end", phone.token, { reason: "Enough" });
}

async function statusesOf(app: PurgingPhone) {
  return (await app.send()).results.map(({ status }) => status);
}
