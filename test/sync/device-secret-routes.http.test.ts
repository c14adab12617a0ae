import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "@jest/globals";
import { purgeOrderSchema } from "../../contract/sync/purge-schema.ts";
import {
  acknowledgeBySecret,
  endFromAfar,
  findBySecret,
  openBySecret,
  orderFromAfar,
  type SecretPhone,
  withSecret,
} from "../factories/sync/purge/device-secrets.ts";
import { buildScopeOrder } from "../factories/api/matrix/purge.ts";
import {
  ask,
  buildPhone,
  refusalBody,
  refusalOf,
  registrationBody,
} from "../factories/sync/phone.ts";
import { ordersPath, PURGED } from "../factories/sync/purge/purge-orders.ts";
import { useApi } from "../harness/use-api.ts";

const { api, issuer } = await useApi();
let phone: SecretPhone;

const stranger = await withSecret(api, await buildPhone(api, issuer));
beforeEach(async () => {
  await em().execute("delete from rate_limit");
  phone = await withSecret(api, await buildPhone(api, issuer));
});

const em = () => api.deps.database.em.fork();

const openOf = (of: SecretPhone) => openBySecret(api, of);

describe("a phone whose session was ended by another app of its person", () => {
  test("gets a 401 everywhere without names of device or order, and reads its order by its secret", async () => {
    await endFromAfar({ api, issuer }, phone);
    const { token, deviceId, deviceSecret } = phone;
    const refused = [
      await ask(api, phone),
      await api.call("GET", ordersPath(deviceId), { token }),
      await post("/api/v1/client/devices", token),
    ];
    for (const { status, text } of refused) {
      expect(status).toBe(401);
      expect(text).not.toContain(deviceId);
      expect(text).not.toMatch(/purge|order|device/i);
    }
    const orders = await openOf(phone);
    expect(orders).toMatchObject([
      {
        deviceId,
        trigger: "DEVICE_REVOCATION",
        scope: { kind: "ALL", workspaceId: null, relationshipId: null },
        queue: "KEEP",
        acknowledgedAt: null,
      },
    ]);
    // The token of the ended session does not prevent it.
    const again = await findBySecret(api, deviceSecret, { token });
    expect(again.data).toEqual({ items: orders });
    const done = await acknowledgeBySecret(api, {
      orderId: orders[0]?.orderId ?? "",
      deviceSecret,
    });
    expect(purgeOrderSchema.parse(done.data)).toMatchObject({ deviceId, ...PURGED });
  });
});

describe("POST /client/purge-orders/find", () => {
  test.each([undefined, null, "", "short", "ä".repeat(43), "A".repeat(44), 7])(
    "refuses the malformed secret %j",
    async (deviceSecret) => {
      const refused = refusalOf(await findBySecret(api, deviceSecret));
      expect(refused).toMatchObject({ status: 400, code: "VALIDATION_FAILED" });
      expect(new Set(refused.pointers)).toEqual(new Set(["/deviceSecret"]));
    },
  );

  test("accepts no secret in the URL", async () => {
    const path = `/api/v1/client/purge-orders/find?deviceSecret=${phone.deviceSecret}`;
    const refused = await api.call("POST", path, { body: {} });
    expect(refusalOf(refused).status).toBe(400);
    expect(refused.text).not.toContain(phone.deviceSecret);
  });

  test("finds no order for a device in use, and answers an unknown and an ended secret alike", async () => {
    expect(await openOf(phone)).toEqual([]);
    const order = await orderFromAfar({ api, issuer }, phone);
    await acknowledgeBySecret(api, order);
    const ended = refusalBody(await findBySecret(api, phone.deviceSecret));
    expect(ended).toMatchObject({ status: 404, code: "NOT_FOUND" });
    expect(refusalBody(await findBySecret(api, "A".repeat(43)))).toEqual(ended);
  });

  test("shows the orders of this device alone, oldest first", async () => {
    const { deviceId } = phone;
    const own = [await buildScopeOrder(em(), deviceId), await buildScopeOrder(em(), deviceId)];
    await buildScopeOrder(em(), stranger.deviceId);
    const sibling = await withSecret(api, phone);
    await buildScopeOrder(em(), sibling.deviceId);
    expect((await openOf(phone)).map(({ orderId }) => orderId)).toEqual(own);
  });

  test("shows at most 100 orders, and the others once those are acknowledged", async () => {
    for (let index = 0; index < 101; index += 1) await buildScopeOrder(em(), phone.deviceId);
    const first = await openOf(phone);
    expect(first).toHaveLength(100);
    await em().execute(
      "update purge_order set withdrawn_at = clock_now() where device_id = ? and id <= ?",
      [phone.deviceId, first.at(-1)?.orderId],
    );
    expect(await openOf(phone)).toHaveLength(1);
  });

  test("limits failed guesses of an address to 60 in 15 minutes, and a valid secret passes", async () => {
    await em().execute("delete from rate_limit");
    const guess = () => findBySecret(api, randomUUID().repeat(2).slice(0, 43));
    for (let index = 0; index < 60; index += 1) {
      if (index === 30) await em().execute("delete from rate_limit where key like 'anonymous:%'");
      expect((await guess()).status).toBe(404);
    }
    await em().execute("delete from rate_limit where key like 'anonymous:%'");
    expect(refusalOf(await guess())).toMatchObject({ status: 429, code: "RATE_LIMITED" });
    expect((await findBySecret(api, phone.deviceSecret)).status).toBe(200);
  });
});

function post(path: string, token: string) {
  return api.call("POST", path, { token, body: registrationBody(), key: randomUUID() });
}
