import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "@jest/globals";
import { registeredDeviceSchema } from "../../contract/sync/device-schema.ts";
import { purgeOrderPageSchema } from "../../contract/sync/purge-schema.ts";
import { PurgeOrder } from "../../db/sync/purge-order.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import { acknowledgeBy, ordersIn, ordersOf, PURGED } from "../factories/sync/purge/purge-orders.ts";
import {
  buildPhone,
  type Phone,
  refusalOf,
  registrationBody,
  signedInAgain,
  sync,
} from "../factories/sync/phone.ts";
import { supporter } from "../factories/accounts/supporter.ts";
import { queued } from "../factories/sync/sync.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useApi } from "../harness/use-api.ts";

const DAY = 86_400;
const { api, issuer } = await useApi({ database: await useOwnDatabase() });

beforeEach(async () => {
  await moveClock(api.database.ownerUrl, 0);
  await em().execute("delete from rate_limit");
});

const em = () => api.deps.database.em.fork();

describe("a session that is ended remotely", () => {
  test("keeps the queue, which continues when the same person registers again", async () => {
    const { body, phone } = await installed(await buildPhone(api, issuer));
    const [sent, unsent] = [sip(phone, 1), sip(phone, 2)];
    expect(await statuses(phone, [sent])).toEqual(["ACCEPTED"]);
    const order = await endedFromAfar(phone);
    const sealedUntil = new Date(Date.parse(order.orderedAt) + 30 * DAY * 1000).toISOString();
    expect(order).toMatchObject({ queue: "KEEP", sealedUntil, handedOverTo: null });
    const content = { ...PURGED, lostOperations: 0, sealedOperations: 1 };
    expect((await acknowledgeBy(api, order.ackToken, content)).data).toMatchObject(content);

    const again = await installed(await signedInAgain(issuer, phone), body);
    const { deviceId } = again.phone;
    const handedOver = { orderId: order.orderId, handedOverTo: deviceId, sealedUntil: null };
    expect(again.orders).toEqual([expect.objectContaining(handedOver)]);
    const all = [sent, unsent];
    expect(await statuses(again.phone, all)).toEqual(["ALREADY_ACCEPTED", "ACCEPTED"]);
    expect(await statuses(again.phone, all)).toEqual(["ALREADY_ACCEPTED", "ALREADY_ACCEPTED"]);
  });

  test("keeps the queue even if its device was never notified: the order comes with the registration, narrowed", async () => {
    const { body, phone } = await installed(await buildPhone(api, issuer));
    const { orderId } = await endedFromAfar(phone);
    const again = await installed(await signedInAgain(issuer, phone), body);
    expect(again.orders).toMatchObject([{ orderId, handedOverTo: again.phone.deviceId }]);
    const third = await installed(again.phone, body);
    expect(third.orders).toMatchObject([{ orderId, handedOverTo: again.phone.deviceId }]);
    await acknowledgeBy(api, third.orders[0]?.ackToken, { ...PURGED, lostOperations: 0 });
    expect((await installed(third.phone, body)).orders).toEqual([]);
  });

  test("hands nothing over to a sign-in more than 30 days later", async () => {
    const { body, phone } = await installed(await buildPhone(api, issuer));
    const order = await endedFromAfar(phone);
    await acknowledgeBy(api, order.ackToken, { ...PURGED, lostOperations: 0 });
    await moveClock(api.database.ownerUrl, 30 * DAY + 60);
    const again = await installed(await signedInAgain(issuer, phone), body);
    expect(again.orders).toEqual([]);
    const [kept] = await ordersOf(api, { ...again.phone, deviceId: phone.deviceId });
    expect(kept).toMatchObject({ orderId: order.orderId, handedOverTo: null });
  });
});

describe("a sealed queue is deleted after all when", () => {
  test("another person registers the installation and is informed of it", async () => {
    const { body, phone } = await installed(await buildPhone(api, issuer));
    const sealed = await endedFromAfar(phone);
    await acknowledgeBy(api, sealed.ackToken, { ...PURGED, sealedOperations: 3 });
    const next = await installed(await buildPhone(api, issuer), body);
    const { deviceId } = phone;
    const order = { deviceId, trigger: "ACCOUNT_SWITCH", queue: "DELETE", sealedUntil: null };
    expect(next.orders).toEqual([expect.objectContaining(order)]);
    const back = await installed(await signedInAgain(issuer, phone), body);
    expect(back.orders.filter((o) => o.handedOverTo !== null)).toEqual([]);
  });

  test("the same person says that the phone was reset", async () => {
    const { body, phone } = await installed(await buildPhone(api, issuer));
    const { orderId } = await endedFromAfar(phone);
    const again = await installed(await signedInAgain(issuer, phone), { ...body, reset: true });
    expect(again.orders).toMatchObject([{ trigger: "DEVICE_RESET", queue: "DELETE" }]);
    expect(again.orders[0]?.orderId).not.toBe(orderId);
  });

  test("the person confirms the logout on the phone whose device was revoked", async () => {
    const { body, phone } = await installed(await buildPhone(api, issuer));
    const path = `/api/v1/client/devices/${phone.deviceId}/revoke`;
    expect(ordersIn(await post(path, phone.token))).toMatchObject([{ queue: "KEEP" }]);
    const out = ordersIn(await post("/api/v1/auth/logout", phone.token));
    const ofDevice = out.filter(({ deviceId }) => deviceId === phone.deviceId);
    expect(ofDevice).toMatchObject([{ trigger: "LOGOUT", queue: "DELETE" }]);
    const again = await installed(await signedInAgain(issuer, phone), body);
    expect(again.orders).toMatchObject([{ trigger: "LOGOUT", handedOverTo: null }]);
  });

  test("the account is to be deleted", async () => {
    const { phone } = await installed(await buildPhone(api, issuer));
    await endedFromAfar(phone);
    const again = await signedInAgain(issuer, phone);
    await post("/api/v1/auth/account-deletion", again.token);
    const open = { deviceId: phone.deviceId, withdrawnAt: null };
    const orders = await em().find(PurgeOrder, open);
    expect(orders).toMatchObject([{ trigger: "ACCOUNT_DELETION", queue: "DELETE" }]);
  });

  test("the relationship ends: its part is deleted, with the next registration", async () => {
    const { body, phone } = await installed(await buildPhone(api, issuer));
    await endedFromAfar(phone);
    const { pair, relationshipId } = phone;
    const path = `/api/v1/workspaces/${pair.workspaceId}/relationships/${relationshipId}/end`;
    expect((await post(path, pair.coachToken, { reason: "Moved away" })).status).toBe(200);
    const again = await installed(await signedInAgain(issuer, phone), body);
    expect(again.orders).toMatchObject([
      { trigger: "DEVICE_REVOCATION", queue: "KEEP", handedOverTo: again.phone.deviceId },
      { trigger: "RELATIONSHIP_END", queue: "DELETE", scope: { relationshipId } },
    ]);
  });
});

describe("an order that keeps the queue", () => {
  test("withdraws no order that deletes one, nor does obeying it", async () => {
    const { phone } = await installed(await buildPhone(api, issuer));
    const end = await post("/api/v1/client/relationship/end", phone.token, { reason: "Enough" });
    expect(end.status).toBe(200);
    const path = `/api/v1/client/devices/${phone.deviceId}/revoke`;
    const [whole] = ordersIn(await post(path, phone.token));
    await acknowledgeBy(api, whole?.ackToken);
    expect(await ordersOf(api, phone)).toMatchObject([
      { trigger: "DEVICE_REVOCATION", queue: "KEEP", acknowledgedAt: expect.any(String) },
      { trigger: "RELATIONSHIP_END", queue: "DELETE", acknowledgedAt: null },
    ]);
  });
});

describe("the losses of a purge", () => {
  test("do not count what stays sealed of a queue that was to be deleted", async () => {
    const phone = await buildPhone(api, issuer);
    const [order] = ordersIn(await post("/api/v1/auth/logout", phone.token));
    const refused = await acknowledgeBy(api, order?.ackToken, { ...PURGED, sealedOperations: 1 });
    expect(refusalOf(refused)).toMatchObject({ status: 409, code: "STATE_CONFLICT" });
    expect((await acknowledgeBy(api, order?.ackToken)).data).toMatchObject(PURGED);
    const other = await acknowledgeBy(api, order?.ackToken, { ...PURGED, lostOperations: 3 });
    expect(refusalOf(other)).toMatchObject({ status: 409, code: "STATE_CONFLICT" });
  });

  test("are listed for support: what was deleted unsent, and what was never claimed", async () => {
    const reader = await supporter(api, issuer, "purges.read");
    const lost = async () => {
      const path = "/api/v1/support/purge-orders?lost&limit=100";
      const headers = { "X-Access-Reason": "Ticket 5: taps are missing" };
      const { data } = await api.call("GET", path, { token: reader, headers });
      return purgeOrderPageSchema.parse(data).items.map(({ orderId }) => orderId);
    };
    const before = await lost();
    const loser = await buildPhone(api, issuer);
    const [out] = ordersIn(await post("/api/v1/auth/logout", loser.token));
    await acknowledgeBy(api, out?.ackToken, { ...PURGED, lostOperations: 1 });
    const careful = await buildPhone(api, issuer);
    const [none] = ordersIn(await post("/api/v1/auth/logout", careful.token));
    await acknowledgeBy(api, none?.ackToken, { ...PURGED, lostOperations: 0 });
    const sealed = { ...PURGED, lostOperations: 0, sealedOperations: 4 };
    const gone = await installed(await buildPhone(api, issuer));
    const left = await endedFromAfar(gone.phone);
    await acknowledgeBy(api, left.ackToken, sealed);
    const back = await installed(await buildPhone(api, issuer));
    await acknowledgeBy(api, (await endedFromAfar(back.phone)).ackToken, sealed);
    await installed(await signedInAgain(issuer, back.phone), back.body);
    expect(await lost()).toEqual([out?.orderId, ...before]);
    await moveClock(api.database.ownerUrl, 30 * DAY + 60);
    expect(await lost()).toEqual([left.orderId, out?.orderId, ...before]);
  });
});

function post(path: string, token: string, body: unknown = {}) {
  return api.call("POST", path, { token, body, key: randomUUID() });
}

/** A phone that registered an installation. */
async function installed(phone: Phone, body: object = registrationBody()) {
  const answer = await post("/api/v1/client/devices", phone.token, body);
  const { deviceId } = registeredDeviceSchema.parse(answer.data);
  return { body, phone: { ...phone, deviceId }, orders: ordersIn(answer) };
}

/** Ends the phone's sessions remotely. Returns the orders of its device. */
async function endedFromAfar(phone: Phone) {
  const answer = await post("/api/v1/auth/sessions/revoke-all", phone.token);
  const [order, ...others] = ordersIn(answer).filter((o) => o.deviceId === phone.deviceId);
  expect(others).toEqual([]);
  if (order === undefined) throw new Error("The answer has no order");
  return order;
}

function sip({ agenda }: Phone, minute: number) {
  return queued("quick-log.record-value", {
    taskId: agenda.water.id,
    metricKind: "WATER",
    value: 100,
    unit: "ml",
    sourceType: "MANUAL",
    recordedAt: new Date(Date.UTC(2026, 0, 5, 8, minute)).toISOString(),
  });
}

async function statuses(phone: Phone, operations: readonly ReturnType<typeof sip>[]) {
  return (await sync(api, phone, operations)).results.map(({ status }) => status);
}
