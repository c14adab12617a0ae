import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "@jest/globals";
import {
  acknowledgeBySecret,
  openBySecret,
  orderFromAfar,
  type SecretPhone,
  withSecret,
} from "../factories/sync/purge/device-secrets.ts";
import { buildScopeOrder } from "../factories/api/matrix/purge.ts";
import { buildPhone, refusalBody, refusalOf } from "../factories/sync/phone.ts";
import {
  acknowledge,
  acknowledgeBy,
  eventsOfOrder,
  ordersIn,
  PURGED,
} from "../factories/sync/purge/purge-orders.ts";
import { campaignSize } from "../harness/campaign.ts";
import { useApi } from "../harness/use-api.ts";

const ROUNDS = campaignSize("RACE_ROUNDS", 6);
const { api, issuer } = await useApi();
let phone: SecretPhone;

const stranger = await withSecret(api, await buildPhone(api, issuer));
beforeEach(async () => {
  await em().execute("delete from rate_limit");
  phone = await withSecret(api, await buildPhone(api, issuer));
});

const em = () => api.deps.database.em.fork();

const openOf = (of: SecretPhone) => openBySecret(api, of);

describe("POST /client/purge-orders/{orderId}/ack", () => {
  test.each([
    ["a malformed secret", { deviceSecret: "short" }, "/deviceSecret"],
    ["a count below zero", { count: -1 }, "/count"],
    ["no digest", { digest: undefined }, "/digest"],
    ["an unknown field", { color: "red" }, "/color"],
  ])("refuses %s", async (_name, change, pointer) => {
    const orderId = await buildScopeOrder(em(), phone.deviceId);
    const { deviceSecret } = phone;
    const answer = await acknowledgeBySecret(
      api,
      { orderId, deviceSecret },
      { ...PURGED, ...change },
    );
    expect(refusalOf(answer)).toMatchObject({ status: 400, code: "VALIDATION_FAILED" });
    expect(refusalOf(answer).pointers).toContain(pointer);
    const impossible = await acknowledgeBySecret(api, { orderId: "x", deviceSecret });
    expect(refusalOf(impossible)).toMatchObject({ status: 400, pointers: ["/path/orderId"] });
    expect(await openOf(phone)).toHaveLength(1);
  });

  test("answers a foreign, an unknown and a sibling's order alike, even with a wrong secret", async () => {
    const orderId = await buildScopeOrder(em(), phone.deviceId);
    const sibling = await withSecret(api, phone);
    const answers = await Promise.all([
      acknowledgeBySecret(api, { orderId, deviceSecret: stranger.deviceSecret }),
      acknowledgeBySecret(api, { orderId, deviceSecret: sibling.deviceSecret }),
      acknowledgeBySecret(api, { orderId, deviceSecret: "A".repeat(43) }),
      acknowledgeBySecret(api, { orderId: randomUUID(), deviceSecret: phone.deviceSecret }),
    ]);
    const [first, ...others] = answers.map((answer) => refusalBody(answer));
    expect(first).toMatchObject({ status: 404, code: "NOT_FOUND" });
    for (const other of others) expect(other).toEqual(first);
    expect(await openOf(phone)).toHaveLength(1);
  });

  test("returns the same again, even after the last order, and refuses other content", async () => {
    const order = await orderFromAfar({ api, issuer }, phone);
    const first = await acknowledgeBySecret(api, order);
    expect(first.data).toMatchObject({ ...PURGED, acknowledgedAt: expect.any(String) });
    expect((await acknowledgeBySecret(api, order)).data).toEqual(first.data);
    const other = await acknowledgeBySecret(api, order, { ...PURGED, count: 13 });
    expect(refusalOf(other)).toMatchObject({ status: 409, code: "STATE_CONFLICT" });
    expect(await eventsOfOrder(api, order.orderId)).toEqual(["PurgeAcknowledged", "PurgeOrdered"]);
  });

  test("at once by secret, by token and in a session is one acknowledgement with one event", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      await em().execute("delete from rate_limit");
      const racing = await withSecret(api, await buildPhone(api, issuer));
      const { token, deviceId, deviceSecret } = racing;
      const [order] = ordersIn(await post(`/api/v1/client/devices/${deviceId}/revoke`, token));
      if (order === undefined) throw new Error("The revocation ordered no purge");
      const { orderId, ackToken } = order;
      const counted = (count: number) => ({ ...PURGED, count });
      const answers = await Promise.all([
        acknowledgeBySecret(api, { orderId, deviceSecret }, counted(1)),
        acknowledgeBySecret(api, { orderId, deviceSecret }, counted(1)),
        acknowledgeBy(api, ackToken, counted(2)),
        acknowledge(api, order, { token, body: counted(3) }),
      ]);
      const done = answers.filter(({ status }) => status === 200).map(({ data }) => data);
      expect(new Set(done.map((data) => JSON.stringify(data))).size).toBe(1);
      const refused = answers.filter(({ status }) => status !== 200).map((a) => refusalOf(a).code);
      expect(new Set(refused)).toEqual(new Set(["STATE_CONFLICT"]));
      expect(await eventsOfOrder(api, orderId)).toEqual(["PurgeAcknowledged", "PurgeOrdered"]);
    }
  });
});

function post(path: string, token: string) {
  return api.call("POST", path, { token, body: {}, key: randomUUID() });
}
