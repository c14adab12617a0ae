import { describe, expect, test } from "@jest/globals";
import { makeSession } from "../../../device/session/make-session.ts";
import { ordersKept } from "../../../device/session/purge-orders.ts";
import {
  buildDeviceStage,
  type DeviceStage,
  newTokens,
} from "../../factories/device/device-stage.ts";

const deviceIds = async (stage: DeviceStage, id: string): Promise<unknown> =>
  JSON.parse(String((await stage.operation(id))["device_ids"]));

const purgeOrder = (changes: object) => ({
  orderId: "018f0000-0000-7000-8000-000000000001",
  trigger: "DEVICE_REVOCATION",
  scope: { kind: "ALL", workspaceId: null, relationshipId: null },
  queue: "KEEP",
  sealedUntil: "2026-02-04T08:00:00.000Z",
  handedOverTo: null,
  orderedAt: "2026-01-05T08:00:00.000Z",
  ackToken: "a".repeat(43),
  ...changes,
});

describe("a registration", () => {
  test("is made before the first batch, and its secret is in the vault and in no table", async () => {
    const stage = await buildDeviceStage();
    const scopeId = await stage.addScope();
    await stage.queue(scopeId);
    await stage.settle();
    const deviceId = await stage.session.deviceId();
    expect(stage.api.devices).toEqual([deviceId]);
    expect(await stage.vault.read(`device-secret/${deviceId}`)).toBe(`secret-of-${deviceId}`);
    const tables = await stage.rows("select value from cache_metadata");
    expect(JSON.stringify(tables)).not.toContain("secret-of");
    expect(await stage.rows("select registration_status from device_metadata")).toEqual([
      { registration_status: "ACTIVE" },
    ]);
  });

  test("names the app's version and build, the platform and its system", async () => {
    const stage = await buildDeviceStage();
    await stage.session.register();
    const [request] = stage.network.requests;
    const [metadata] = await stage.rows("select installation_id, app_surface from device_metadata");
    expect(JSON.parse(request?.body ?? "null")).toEqual({
      appSurface: metadata?.["app_surface"],
      installationId: metadata?.["installation_id"],
      appVersion: "1.0.0",
      buildNumber: 1,
      platform: "IOS",
      osVersion: "19.1",
    });
  });

  test("whose answer is lost, or whose process is killed, is repeated with its key and makes no second device", async () => {
    const stage = await buildDeviceStage();
    stage.network.failNext("ANSWER_LOST");
    expect(await stage.session.register()).toMatchObject({ kind: "FAILED" });
    stage.restart();
    expect(await stage.session.register()).toEqual({
      kind: "REGISTERED",
      deviceId: stage.api.devices[0],
      hasOrders: false,
    });
    expect(stage.api.devices).toHaveLength(1);
    const keys = stage.network.requests.map(({ headers }) => headers["idempotency-key"]);
    expect(new Set(keys).size).toBe(1);
    const bodies = stage.network.requests.map(({ body }) => body);
    expect(new Set(bodies).size).toBe(1);
  });

  test("is shared by concurrent calls, and the next one has a new key", async () => {
    const stage = await buildDeviceStage();
    const all = await Promise.all(Array.from({ length: 5 }, () => stage.session.register()));
    expect(new Set(all.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(stage.api.devices).toHaveLength(1);
    await stage.session.register();
    expect(stage.api.devices).toHaveLength(2);
  });

  test("that the server refuses for good is tried with another key", async () => {
    const stage = await buildDeviceStage();
    stage.api.refuseNext.push({ code: "IDEMPOTENCY_KEY_REUSED" });
    expect(await stage.session.register()).toMatchObject({ kind: "FAILED" });
    expect(await stage.session.register()).toMatchObject({ kind: "REGISTERED" });
    const keys = stage.network.requests.map(({ headers }) => headers["idempotency-key"]);
    expect(new Set(keys).size).toBe(2);
  });

  test("that is answered after a sign-out stores nothing", async () => {
    const stage = await buildDeviceStage();
    const { answer } = stage.api;
    stage.api.answer = async (request) => {
      await stage.session.signOut();
      return await answer(request);
    };
    expect(await stage.session.register()).toEqual({ kind: "FAILED", answer: { kind: "SIGN_IN" } });
    expect(await stage.session.deviceId()).toBeNull();
    expect(await stage.vault.read(`device-secret/${stage.api.devices[0]}`)).toBeNull();
  });
});

describe("a revoked device", () => {
  test("registers again, and its queue goes on under the new device with all its ids", async () => {
    const stage = await buildDeviceStage();
    const scopeId = await stage.addScope();
    await stage.session.register();
    const former = await stage.session.deviceId();
    const ids = [await stage.queue(scopeId), await stage.queue(scopeId)];
    stage.api.devices.push("018f0000-0000-7000-8000-00000000dead");
    await stage.settle();
    const next = await stage.session.deviceId();
    expect(next).not.toBe(former);
    expect(stage.api.effects).toEqual(ids);
    for (const id of ids) expect(await deviceIds(stage, id)).toEqual([former, next]);
    expect(stage.api.batches.map(({ deviceId }) => deviceId)).toEqual([next]);
  });

  test("registers again once if lanes of several scopes are refused at once", async () => {
    const stage = await buildDeviceStage();
    await stage.session.register();
    for (let made = 0; made < 6; made += 1) await stage.queue(await stage.addScope());
    stage.api.devices.push("018f0000-0000-7000-8000-00000000dead");
    await stage.settle();
    expect(stage.api.devices).toHaveLength(3);
    expect(stage.api.effects).toHaveLength(6);
  });

  test("waits if the server refuses the new device too, instead of registering in a loop", async () => {
    const stage = await buildDeviceStage();
    const scopeId = await stage.addScope();
    const id = await stage.queue(scopeId);
    const { answer } = stage.api;
    stage.api.answer = async (request) => {
      if (request.path.endsWith("/sync")) stage.api.devices.push("another");
      return await answer(request);
    };
    await stage.settle();
    expect(stage.network.requests.length).toBeLessThan(10);
    expect(await stage.operation(id)).toMatchObject({ status: "QUEUED" });
    expect(await stage.scope(scopeId)).toMatchObject({ wait_reason: "RETRY_AT" });
  });

  test("registers again without shortening a scope's wait for its own retry", async () => {
    const stage = await buildDeviceStage();
    const scopeId = await stage.addScope();
    await stage.session.register();
    await stage.queue(scopeId);
    stage.network.failNext("UNREACHABLE");
    await stage.settle();
    const { next_retry_at: before } = await stage.scope(scopeId);
    await stage.session.register();
    expect(await stage.scope(scopeId)).toMatchObject({ next_retry_at: before });
  });
});

test("the purge is notified when a registration returns orders, and when access has ended", async () => {
  const stage = await buildDeviceStage({ signIn: { renew: async () => "LOST" } });
  const calls: string[] = [];
  const session = makeSession(stage.core, {
    onOrders: () => calls.push("orders"),
    onAccessEnded: () => calls.push("ended"),
  });
  await session.signIn(newTokens());
  await session.register();
  expect(calls).toEqual([]);
  stage.api.purgeOrders = [purgeOrder({ deviceId: "former" })];
  await session.register();
  expect(calls).toEqual(["orders"]);
  stage.api.refuseNext.push({ code: "USER_SUSPENDED" });
  await session.call({ method: "GET", path: "/api/v1/client/today" });
  expect(calls).toEqual(["orders", "ended"]);
  stage.clock.advance(11 * 60_000);
  await session.call({ method: "GET", path: "/api/v1/client/today" });
  expect(calls).toEqual(["orders", "ended", "ended"]);
});

describe("purge orders in the answer of a registration", () => {
  test("are kept for the purge without their token, each once in its newest form", async () => {
    const stage = await buildDeviceStage();
    stage.api.purgeOrders = [purgeOrder({ deviceId: "former" }), { orderId: "no device" }, 5];
    await stage.session.register();
    stage.api.purgeOrders = [purgeOrder({ deviceId: "former", handedOverTo: "next" })];
    await stage.session.register();
    expect(await ordersKept(stage.sql)).toMatchObject([
      { deviceId: "former", queue: "KEEP", handedOverTo: "next" },
    ]);
    const stored = await stage.rows("select value from cache_metadata");
    expect(JSON.stringify(stored)).not.toContain("a".repeat(43));
  });

  test("let the queue go on if they hand it over, and keep it sealed if they do not", async () => {
    for (const [changes, effects] of [
      [{ handedOverTo: "next" }, 1],
      [{ handedOverTo: null }, 0],
      [{ queue: "DELETE" }, 0],
    ] as const) {
      const stage = await buildDeviceStage();
      const scopeId = await stage.addScope();
      await stage.session.register();
      const former = await stage.session.deviceId();
      const id = await stage.queue(scopeId);
      stage.api.purgeOrders = [purgeOrder({ deviceId: former, ...changes })];
      stage.api.devices.push("018f0000-0000-7000-8000-00000000dead");
      await stage.settle();
      expect(stage.api.effects).toHaveLength(effects);
      const next = await stage.session.deviceId();
      expect(await deviceIds(stage, id)).toEqual(effects === 1 ? [former, next] : [former]);
      // Operations queued from here on belong to the new device, which the order does not reach.
      const later = await stage.queue(scopeId);
      await stage.settle();
      expect(stage.api.effects).toContain(later);
    }
  });
});
