import { describe, expect, test } from "@jest/globals";
import { built } from "../../factories/device/queued-stage.ts";

const MINUTE = 60_000;

describe("a lost connection", () => {
  test.each([
    "UNREACHABLE",
    "DROPPED",
    "ANSWER_LOST",
    "CUT_OFF",
    "TRUNCATED",
    "CAPTIVE",
    407,
    502,
  ] as const)(
    "by %s leaves the operation queued as OFFLINE, and the retry starts by itself",
    async (fault) => {
      const { stage, scopeId, id } = await built(1);
      stage.network.failNext(fault);
      await stage.settle();
      expect(await stage.operation(id)).toMatchObject({ status: "QUEUED" });
      const scope = await stage.scope(scopeId);
      expect(scope).toMatchObject({ wait_reason: "OFFLINE", retry_count: 1 });
      expect(scope["next_retry_at"]).toBeGreaterThan(stage.clock.now());
      await stage.drain();
      expect(stage.api.effects).toEqual([id]);
      expect(await stage.operation(id)).toMatchObject({ status: "ACCEPTED" });
      expect(await stage.scope(scopeId)).toMatchObject({
        wait_reason: null,
        retry_count: 0,
        next_retry_at: null,
      });
    },
  );

  test("is tried again with pauses that grow and never exceed a quarter of an hour", async () => {
    const { stage, scopeId } = await built(1);
    stage.network.failBy(() => "UNREACHABLE");
    await stage.settle();
    const pauses: number[] = [];
    for (let tries = 0; tries < 30; tries += 1) {
      const pause = Number((await stage.scope(scopeId))["next_retry_at"]) - stage.clock.now();
      pauses.push(pause);
      stage.clock.advance(pause);
      await stage.lanes.idle();
    }
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(1_000);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(15 * MINUTE);
    expect(Math.max(...pauses.slice(0, 4))).toBeLessThanOrEqual(16_000);
    expect(Math.max(...pauses)).toBeGreaterThan(5 * MINUTE);
    expect(new Set(pauses.slice(15)).size).toBeGreaterThan(10);
  });

  test("ends at once when the platform reports a connection", async () => {
    const { stage, id } = await built(1);
    stage.network.failNext("UNREACHABLE", "UNREACHABLE");
    await stage.settle();
    stage.clock.advance(2_000);
    await stage.lanes.idle();
    stage.lanes.connection();
    await stage.lanes.idle();
    expect(stage.api.effects).toEqual([id]);
  });

  test("waits as long as the server or a proxy asks, and no report of a connection shortens that", async () => {
    const { stage, scopeId, id } = await built(1);
    stage.api.refuseNext.push({ code: "RATE_LIMITED", retryAfterSeconds: 120 });
    await stage.settle();
    expect(await stage.scope(scopeId)).toMatchObject({
      wait_reason: "RETRY_AT",
      next_retry_at: stage.clock.now() + 120_000,
    });
    stage.lanes.connection();
    await stage.lanes.idle();
    expect(stage.network.requests).toHaveLength(2);
    stage.clock.advance(120_000);
    await stage.lanes.idle();
    expect(stage.api.effects).toEqual([id]);
  });
});

describe("a clock that jumps by 400 days", () => {
  test.each([-400, 400])(
    "(%d days) postpones no retry beyond a quarter of an hour",
    async (days) => {
      const { stage, id } = await built(1);
      stage.network.failNext("UNREACHABLE");
      await stage.settle();
      stage.clock.jump(days * 86_400_000);
      stage.clock.advance(15 * MINUTE);
      await stage.lanes.idle();
      expect(stage.api.effects).toEqual([id]);
    },
  );

  test("back while the app is closed postpones no retry after the restart", async () => {
    const { stage, id } = await built(1);
    stage.network.failNext("UNREACHABLE");
    await stage.settle();
    stage.restart();
    stage.clock.jump(-400 * 86_400_000);
    await stage.settle();
    expect(stage.api.effects).toEqual([id]);
  });

  test("back by ten minutes postpones a retry by ten minutes at most", async () => {
    const { stage, id } = await built(1);
    stage.network.failNext("UNREACHABLE");
    await stage.settle();
    stage.clock.jump(-10 * MINUTE);
    await stage.drain(15 * MINUTE);
    expect(stage.api.effects).toEqual([id]);
  });
});

describe("an operation whose verdict has to wait", () => {
  test("is sent again automatically until it has one", async () => {
    const { stage, id } = await built(1);
    stage.api.judge = () => "TEMPORARILY_UNPROCESSED";
    await stage.drain(60 * MINUTE);
    expect(await stage.operation(id)).toMatchObject({ status: "QUEUED", wait_reason: "RETRY_AT" });
    expect(stage.api.batches.length).toBeGreaterThan(4);
    stage.api.judge = () => "ACCEPTED";
    await stage.drain(15 * MINUTE);
    expect(stage.api.effects).toEqual([id]);
  });

  test("marks its dependants as waiting for it, and they are sent with it", async () => {
    const { stage, scopeId } = await built(0);
    const first = await stage.queue(scopeId, { objectId: "task-1" });
    stage.api.judge = () => "MEDIA_PENDING";
    await stage.settle();
    const second = await stage.queue(scopeId, { objectId: "task-1" });
    await stage.settle();
    expect(await stage.operation(second)).toMatchObject({
      status: "QUEUED",
      wait_reason: "DEPENDENCY",
    });
    stage.api.judge = () => "ACCEPTED";
    await stage.drain();
    expect(stage.api.effects).toEqual([first, second]);
    expect(await stage.operation(second)).toMatchObject({ wait_reason: null });
  });
});

describe("a scope that is out of reach keeps its queue", () => {
  test.each([
    ["NOT_FOUND", "LOCKED"],
    ["WORKSPACE_SUSPENDED", "ACTIVE"],
    ["USER_SUSPENDED", "ACTIVE"],
    ["USER_PENDING_DELETION", "ACTIVE"],
    ["FORBIDDEN", "ACTIVE"],
  ] as const)("after %s, and sends it once it is reachable again", async (code, status) => {
    const { stage, scopeId, id } = await built(1);
    stage.api.refuseNext.push({ code });
    await stage.settle();
    expect(await stage.operation(id)).toMatchObject({ status: "QUEUED" });
    expect(await stage.scope(scopeId)).toMatchObject({ wait_reason: "NO_ACCESS", status });
    await stage.drain();
    expect(stage.api.effects).toEqual([id]);
    expect(await stage.scope(scopeId)).toMatchObject({ status: "ACTIVE" });
  });
});

test("a sealed scope stays sealed, although the server says that it is out of reach", async () => {
  const { stage, scopeId } = await built(1);
  await stage.sql.write([{ sql: "update cache_scope set status = 'SEALED'" }]);
  stage.api.refuseNext.push({ code: "NOT_FOUND" });
  await stage.settle();
  expect(await stage.scope(scopeId)).toMatchObject({
    status: "SEALED",
    wait_reason: "NO_ACCESS",
  });
});
