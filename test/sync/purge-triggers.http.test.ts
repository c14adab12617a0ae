import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "@jest/globals";
import { settleAccountDeletion } from "../../activities/privacy/settle-account-deletion.ts";
import { suspendUser } from "../../activities/accounts/support/suspend-user.ts";
import type { PurgeTrigger } from "../../contract/sync/purge-vocabulary.ts";
import { PurgeOrder } from "../../db/sync/purge-order.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { buildMember } from "../factories/workspaces/members.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import { eventsOfOrder, ordersIn, ordersOf } from "../factories/sync/purge/purge-orders.ts";
import {
  ask,
  buildPhone,
  type Phone,
  refusalOf,
  registeredDevice,
} from "../factories/sync/phone.ts";
import { buildSignedInPair } from "../factories/accounts/signed-in-pair.ts";
import { staffToken } from "../factories/accounts/staff.ts";
import { buildDevice } from "../factories/sync/sync.ts";
import { hooks } from "../../workers/hooks.ts";
import { erasureDeps } from "../factories/privacy/erasure-deps.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useApi } from "../harness/use-api.ts";

const { api, issuer } = await useApi({ database: await useOwnDatabase() });
let phone: Phone;

beforeEach(async () => {
  await moveClock(api.database.ownerUrl, 0);
  await em().execute("delete from rate_limit");
  phone = await buildPhone(api, issuer);
});

const em = () => api.deps.database.em.fork();

describe("a purge order is created by", () => {
  test("confirmed logout", async () => {
    const { token, deviceId } = phone;
    const answer = await api.call("POST", "/api/v1/auth/logout", { token });
    const again = await api.call("POST", "/api/v1/auth/logout", { token });
    expect(again.data).toEqual(answer.data);
    expect(await openOrders(deviceId)).toEqual(everything(deviceId, "LOGOUT"));
    const [order, ...others] = ordersIn(answer);
    expect(others).toEqual([]);
    expect(order).toMatchObject({ deviceId, trigger: "LOGOUT", ackToken: expect.any(String) });
    expect(await eventsOfOrder(api, order?.orderId ?? "")).toEqual(["PurgeOrdered"]);
  });

  test("account switch: another user registers the same installation", async () => {
    const installationId = randomUUID();
    const former = await registeredDevice(api, phone.token, { installationId });
    const next = await buildPhone(api, issuer);
    const body = { ...registration(), installationId };
    const answer = await post("/api/v1/client/devices", next.token, body);
    expect(await openOrders(former)).toEqual(everything(former, "ACCOUNT_SWITCH"));
    expect(ordersIn(answer)).toEqual([
      expect.objectContaining({ deviceId: former, trigger: "ACCOUNT_SWITCH" }),
    ]);
    expect(await openOrders(next.deviceId)).toEqual([]);
  });

  test("relationship end: one for each phone that syncs it, of client and coaches", async () => {
    const { relationshipId, pair } = phone;
    const second = await buildMember(em(), pair.coach);
    const phones = [phone.deviceId, await registeredDevice(api, phone.token)];
    phones.push((await coachPhone(phone)).deviceId);
    const secondsPhone = await buildDevice(em(), second.userId, randomUUID(), "COACH_MOBILE");
    await buildPhone(api, issuer);
    const path = `/api/v1/workspaces/${pair.workspaceId}/relationships/${relationshipId}/end`;
    expect((await post(path, pair.coachToken, { reason: "Moved away" })).status).toBe(200);
    for (const deviceId of [...phones, secondsPhone])
      expect(await openOrders(deviceId)).toEqual([
        { trigger: "RELATIONSHIP_END", scope: "RELATIONSHIP", scopeId: relationshipId },
      ]);
    expect(await em().count(PurgeOrder, { scopeId: relationshipId })).toBe(4);
    expect(refusalOf(await ask(api, phone))).toMatchObject({ status: 404, code: "NOT_FOUND" });
    const [order] = await ordersOf(api, phone);
    expect(order?.scope).toEqual({
      kind: "RELATIONSHIP",
      relationshipId,
      workspaceId: pair.workspaceId,
    });
  });

  test("permission revocation: a coach is removed from the workspace", async () => {
    const { coach, workspaceId } = phone.pair;
    const member = await buildMember(em(), coach);
    const onPhone = await buildDevice(em(), member.userId, randomUUID(), "COACH_MOBILE");
    const asClient = await buildDevice(em(), member.userId);
    const path = `/api/v1/workspaces/${workspaceId}/members/${member.userId}`;
    const removed = await api.call("DELETE", path, { token: phone.pair.coachToken });
    expect(removed.status).toBe(200);
    expect(await openOrders(onPhone)).toEqual([
      { trigger: "PERMISSION_REVOCATION", scope: "WORKSPACE", scopeId: workspaceId },
    ]);
    expect(await openOrders(asClient)).toEqual([]);
  });

  test("permission revocation: the account is suspended", async () => {
    const { deviceId, pair } = phone;
    const act = { userId: pair.client.userId, reason: "Abuse", actor: "x", role: "admin" };
    await transact(em(), (tx) => suspendUser(tx, { ...act, requestId: "test" }, hooks));
    expect(await openOrders(deviceId)).toEqual(everything(deviceId, "PERMISSION_REVOCATION"));
  });

  test("workspace suspension; reinstating withdraws orders that were not obeyed yet", async () => {
    const { workspaceId } = phone.pair;
    const coachs = await coachPhone(phone);
    const admin = await staffToken(issuer, "admin");
    const path = `/api/v1/admin/workspaces/${workspaceId}`;
    const body = { reason: "Unpaid" };
    expect((await post(`${path}/suspend`, admin, body)).status).toBe(200);
    expect(await openOrders(phone.deviceId)).toEqual([
      { trigger: "WORKSPACE_SUSPENSION", scope: "RELATIONSHIP", scopeId: phone.relationshipId },
    ]);
    expect(await openOrders(coachs.deviceId)).toEqual([
      { trigger: "WORKSPACE_SUSPENSION", scope: "WORKSPACE", scopeId: workspaceId },
    ]);
    expect((await post(`${path}/reinstate`, admin, body)).status).toBe(200);
    expect(await openOrders(phone.deviceId)).toEqual([]);
    expect(await ordersOf(api, phone)).toEqual([]);
    expect((await post(`${path}/suspend`, admin, body)).status).toBe(200);
    expect(await openOrders(phone.deviceId)).toHaveLength(1);
  });

  test("account deletion when it is requested, and not again when it is final", async () => {
    const { token, deviceId, pair } = phone;
    const answer = await post("/api/v1/auth/account-deletion", token);
    expect(await openOrders(deviceId)).toEqual(everything(deviceId, "ACCOUNT_DELETION"));
    expect(ordersIn(answer)).toEqual([expect.objectContaining({ deviceId })]);
    const coachs = await coachPhone(phone);
    await moveClock(api.database.ownerUrl, 15 * 86_400);
    await settleAccountDeletion(erasureDeps(em()), { userId: pair.client.userId });
    expect(await openOrders(deviceId)).toEqual(everything(deviceId, "ACCOUNT_DELETION"));
    expect(await openOrders(coachs.deviceId)).toMatchObject([{ trigger: "RELATIONSHIP_END" }]);
  });

  test("device reset; without it the queue continues under the new device", async () => {
    const { token } = phone;
    const installationId = randomUUID();
    const first = await registeredDevice(api, token, { installationId });
    const second = await registeredDevice(api, token, { installationId });
    expect(await openOrders(first)).toEqual([]);
    const body = { ...registration(), installationId, reset: true };
    const answer = await post("/api/v1/client/devices", token, body);
    expect(await openOrders(second)).toEqual(everything(second, "DEVICE_RESET"));
    expect(ordersIn(answer).map(({ deviceId }) => deviceId)).toEqual([second]);
  });

  test("device revocation; again, the same order", async () => {
    const { token, deviceId } = phone;
    const path = `/api/v1/client/devices/${deviceId}/revoke`;
    const answer = await post(path, token);
    expect((await post(path, token)).data).toEqual(answer.data);
    expect(await openOrders(deviceId)).toEqual(everything(deviceId, "DEVICE_REVOCATION"));
    expect(ordersIn(answer)).toHaveLength(1);
  });

  test("the remote end of one session or of all", async () => {
    const { token, deviceId } = phone;
    const answer = await post("/api/v1/auth/sessions/revoke-all", token);
    expect(ordersIn(answer)).toMatchObject([{ deviceId, trigger: "DEVICE_REVOCATION" }]);
  });
});

describe("an earlier order", () => {
  test("is part of an order for everything", async () => {
    const { token, deviceId, relationshipId } = phone;
    const end = await post("/api/v1/client/relationship/end", token, { reason: "Enough" });
    expect(end.status).toBe(200);
    expect(await openOrders(deviceId)).toMatchObject([{ scopeId: relationshipId }]);
    await post("/api/v1/auth/logout", token);
    expect(await openOrders(deviceId)).toEqual(everything(deviceId, "LOGOUT"));
  });

  test("does not count for another pair", async () => {
    const elsewhere = await buildSignedInPair(em(), issuer);
    const deviceId = await registeredDevice(api, elsewhere.clientToken);
    await post("/api/v1/client/relationship/end", phone.token, { reason: "Enough" });
    expect(await openOrders(deviceId)).toEqual([]);
  });
});

function registration() {
  return {
    appSurface: "CLIENT_MOBILE",
    appVersion: "1.2.3",
    buildNumber: 45,
    platform: "IOS",
    osVersion: "19.1",
  };
}

function post(path: string, token: string, body: unknown = {}) {
  return api.call("POST", path, { token, body, key: randomUUID() });
}

/** The open orders of a device in the database. */
async function openOrders(deviceId: string) {
  const open = { deviceId, acknowledgedAt: null, withdrawnAt: null };
  const orders = await em().find(PurgeOrder, open, { orderBy: { id: "asc" } });
  return orders.map(({ trigger, scope, scopeId }) => ({ trigger, scope, scopeId }));
}

function everything(deviceId: string, trigger: PurgeTrigger) {
  return [{ trigger, scope: "ALL", scopeId: deviceId }];
}

/** The coach's phone of a relationship. */
async function coachPhone({ pair }: Phone): Promise<Phone> {
  const token = pair.coachToken;
  const deviceId = await registeredDevice(api, token, { appSurface: "COACH_MOBILE" });
  return { ...phone, token, deviceId };
}
