import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { secretHash } from "../../api/sync/purge/secret-hash.ts";
import { PurgeOrder } from "../../db/sync/purge-order.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import { acknowledgeBy, ordersIn, ordersOf, PURGED } from "../factories/sync/purge/purge-orders.ts";
import { buildPhone, type Phone, refusalOf, registrationBody } from "../factories/sync/phone.ts";
import { tablesWith } from "../factories/db/tables-with.ts";
import { type TestApi, startApi } from "../harness/api.ts";
import { campaignSize } from "../harness/campaign.ts";
import { type TestIssuer, startTestIssuer } from "../harness/test-issuer.ts";

const DAY = 86_400;
const ROUNDS = campaignSize("RACE_ROUNDS", 6);
const lines: string[] = [];
let issuer: TestIssuer;
let api: TestApi;
let phone: Phone;

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
  phone = await buildPhone(api, issuer);
});

const em = () => api.deps.database.em.fork();
const logout = ({ token }: Phone) => api.call("POST", "/api/v1/auth/logout", { token });

describe("a purge order's token", () => {
  test("acknowledges without a session, and again with the same answer", async () => {
    const { ackToken } = await orderIn(logout(phone));
    const first = await acknowledgeBy(api, ackToken);
    expect(first.status).toBe(200);
    expect(first.data).toMatchObject({ ...PURGED, acknowledgedAt: expect.any(String) });
    expect((await acknowledgeBy(api, ackToken)).data).toEqual(first.data);
    expect(await orderIn(logout(phone))).toMatchObject({ ...PURGED, ackToken: null });
  });

  test("is used up: other content is refused", async () => {
    const { ackToken } = await orderIn(logout(phone));
    await acknowledgeBy(api, ackToken);
    const refused = await acknowledgeBy(api, ackToken, { ...PURGED, count: 0 });
    expect(refusalOf(refused)).toMatchObject({ status: 409, code: "STATE_CONFLICT" });
  });

  test("is valid for 30 days", async () => {
    const early = await orderIn(logout(phone));
    const late = await orderIn(logout(await buildPhone(api, issuer)));
    await moveClock(api.database.ownerUrl, 30 * DAY - 60);
    expect((await acknowledgeBy(api, early.ackToken)).status).toBe(200);
    await moveClock(api.database.ownerUrl, 30 * DAY + 60);
    const refused = await acknowledgeBy(api, late.ackToken);
    expect(refusalOf(refused)).toMatchObject({ status: 404, code: "NOT_FOUND" });
  });

  test("is unknown if nobody was given it, and malformed if it is malformed", async () => {
    const unknown = await acknowledgeBy(api, "A".repeat(43));
    expect(refusalOf(unknown)).toMatchObject({ status: 404, code: "NOT_FOUND" });
    for (const ackToken of ["", "short", "ä".repeat(43), null]) {
      const refused = refusalOf(await acknowledgeBy(api, ackToken));
      expect(refused.status).toBe(400);
      expect(new Set(refused.pointers)).toEqual(new Set(["/ackToken"]));
    }
    const { ackToken } = await orderIn(logout(phone));
    const refused = refusalOf(await acknowledgeBy(api, ackToken, { ...PURGED, count: -1 }));
    expect(refused).toMatchObject({ status: 400, pointers: ["/count"] });
  });

  test("belongs to one order, and is stored only as a hash: neither in tables nor in the log", async () => {
    const second = await buildPhone(api, issuer);
    const body = registrationBody();
    const key = randomUUID();
    await api.call("POST", "/api/v1/client/devices", { token: phone.token, key, body });
    const switching = { token: second.token, key, body };
    const first = await api.call("POST", "/api/v1/client/devices", switching);
    const replayed = await api.call("POST", "/api/v1/client/devices", switching);
    expect(replayed.headers.get("Idempotency-Replayed")).toBe("true");
    expect(replayed.data).toEqual(first.data);
    const switched = await orderIn(Promise.resolve(first));
    const orders = ordersIn(await logout(phone));
    expect(orders).toContainEqual(switched);
    expect(new Set(orders.map(({ ackToken }) => ackToken)).size).toBe(2);
    for (const { orderId, ackToken } of orders) {
      const token = ackToken ?? "";
      const { ackTokenHash: kept } = await em().findOneOrFail(PurgeOrder, orderId);
      expect(kept).toBe(secretHash(token));
      expect(await tablesWith(api.deps.database.em, token)).toEqual([]);
      expect(await tablesWith(api.deps.database.em, kept ?? "")).toEqual(["purge_order"]);
      expect(lines.filter((line) => line.includes(token))).toEqual([]);
    }
  });
});

describe("logout and revocation of one device at once", () => {
  test("leave one order, the logout's, whichever comes first", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const racing = await buildPhone(api, issuer);
      const { token, deviceId } = racing;
      const revoking = api.call("POST", `/api/v1/client/devices/${deviceId}/revoke`, { token });
      const [out, revoked] = await Promise.all([logout(racing), revoking]);
      const open = await em().find(PurgeOrder, { deviceId, withdrawnAt: null });
      expect(open).toMatchObject([{ scope: "ALL", trigger: "LOGOUT", queue: "DELETE" }]);
      expect(ordersIn(out).map(({ orderId }) => orderId)).toEqual(open.map(({ id }) => id));
      // After the logout the session that would revoke is over.
      if (revoked.status === 200) expect(ordersIn(revoked)).toMatchObject([{ queue: "KEEP" }]);
      else expect(refusalOf(revoked)).toMatchObject({ status: 401 });
    }
  });

  test("let the end of a relationship delete its queue, though the revocation keeps all others", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const racing = await buildPhone(api, issuer);
      const { token, deviceId } = racing;
      const body = { reason: "Enough" };
      const ending = { token, body, key: randomUUID() };
      const [ended, revoked] = await Promise.all([
        api.call("POST", "/api/v1/client/relationship/end", ending),
        api.call("POST", `/api/v1/client/devices/${deviceId}/revoke`, { token }),
      ]);
      expect([ended.status, revoked.status]).toEqual([200, 200]);
      const open = (await ordersOf(api, racing)).filter((order) => order.acknowledgedAt === null);
      expect(open.filter(({ scope }) => scope.kind === "ALL")).toHaveLength(1);
      expect(open).toHaveLength(2);
      const whole = ordersIn(revoked)[0];
      await acknowledgeBy(api, whole?.ackToken);
      const left = (await ordersOf(api, racing)).filter(
        ({ orderId }) => orderId !== whole?.orderId,
      );
      expect(left).toMatchObject([{ trigger: "RELATIONSHIP_END", queue: "DELETE" }]);
      await em().execute("delete from rate_limit");
    }
  });
});

async function orderIn(answer: ReturnType<typeof logout>) {
  const [order] = ordersIn(await answer);
  if (order === undefined) throw new Error("The answer has no order");
  return order;
}
