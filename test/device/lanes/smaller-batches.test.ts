import { describe, expect, test } from "@jest/globals";
import { problem } from "../../factories/device/fake-api.ts";
import { built, sizes } from "../../factories/device/queued-stage.ts";

const MINUTE = 60_000;

describe("a batch becomes smaller", () => {
  test("after a 413 of a proxy, until it goes through, and stays below that size", async () => {
    const { stage, ids } = await built(100);
    const mostBytes = 6_000;
    stage.network.failBy(({ body = "" }) => (body.length > mostBytes ? 413 : null));
    await stage.settle();
    expect(stage.api.effects).toEqual(ids);
    const refused = stage.network.requests.filter(({ body = "" }) => body.length > mostBytes);
    expect(refused.length).toBeLessThanOrEqual(3);
  });

  test("down to one operation, which waits for a retry if a proxy finds it too large, while the others pass", async () => {
    const { stage, scopeId, ids } = await built(3);
    const large = await stage.queue(scopeId, { payload: { note: "n".repeat(5_000) } });
    const after = await stage.queue(scopeId);
    stage.network.failBy(({ body = "" }) => (body.length > 4_000 ? 413 : null));
    await stage.settle();
    expect(stage.api.effects).toEqual([...ids, after]);
    const row = await stage.operation(large);
    expect(row).toMatchObject({ status: "QUEUED", wait_reason: "SET_ASIDE" });
    expect(row["next_retry_at"]).toBeGreaterThan(stage.clock.now());
    // Another network accepts it.
    stage.network.failBy(() => null);
    await stage.drain();
    expect(await stage.operation(large)).toMatchObject({ status: "ACCEPTED" });
  });

  test("after two calls without an answer, and grows again once batches go through", async () => {
    const { stage, ids } = await built(100);
    stage.network.failNext("DROPPED", "DROPPED");
    await stage.drain();
    expect(stage.api.effects).toEqual(ids);
    expect(sizes(stage)).toEqual([12, 24, 48, 16]);
  });

  test("if only its own connection breaks while other calls are answered", async () => {
    const { stage, ids } = await built(60);
    stage.network.failBy(({ body = "" }) => (body.length > 6_000 ? "UNREACHABLE" : null));
    stage.lanes.wake();
    for (let tries = 0; tries < 10; tries += 1) {
      await stage.lanes.idle();
      await stage.session.call({ method: "GET", path: "/api/v1/client/today" });
      stage.clock.advance(15 * MINUTE);
    }
    await stage.lanes.idle();
    expect(stage.api.effects).toEqual(ids);
  });

  test("until an operation at which the server fails is alone, and every other one passes", async () => {
    const { stage, scopeId } = await built(20);
    const poison = await stage.queue(scopeId);
    for (let made = 0; made < 20; made += 1) await stage.queue(scopeId);
    const { answer } = stage.api;
    stage.api.answer = async (request) =>
      request.body?.includes(poison) === true
        ? problem({ code: "INTERNAL" })
        : await answer(request);
    await stage.drain(60 * MINUTE);
    expect(stage.api.effects).toHaveLength(40);
    expect(await stage.operation(poison)).toMatchObject({
      status: "QUEUED",
      wait_reason: "RETRY_AT",
    });
    stage.api.answer = answer;
    await stage.drain();
    expect(stage.api.effects).toHaveLength(41);
  });
});

describe("an operation that the server cannot read", () => {
  test("is held back alone by its ordinal, and the rest of its batch is sent at once", async () => {
    const { stage, ids } = await built(5);
    stage.api.refuseNext.push({ code: "VALIDATION_FAILED", pointers: ["/operations/2/payload"] });
    await stage.settle();
    const [one, two, malformed, four, five] = ids;
    expect(stage.api.effects).toEqual([one, two, four, five]);
    expect(await stage.operation(malformed ?? "")).toMatchObject({
      status: "QUEUED",
      wait_reason: "SET_ASIDE",
      next_retry_at: null,
    });
    expect(stage.clock.untilNextTimer()).toBeNull();
  });

  test("is sent again by the next version of the app, and not before", async () => {
    const { stage, id } = await built(1);
    stage.api.refuseNext.push({ code: "VALIDATION_FAILED", pointers: ["/operations/0"] });
    await stage.settle();
    stage.restart();
    await stage.settle();
    expect(stage.api.effects).toEqual([]);
    await stage.sql.write([
      { sql: "update cache_metadata set value = '0.9.0+1' where key = 'sending_version'" },
    ]);
    stage.restart();
    await stage.settle();
    expect(stage.api.effects).toEqual([id]);
  });

  test("is retried automatically if the refusal names no operation of the batch", async () => {
    const { stage, ids } = await built(2);
    const unnamed = { code: "VALIDATION_FAILED", pointers: ["/body", "/operations/7"] } as const;
    stage.api.refuseNext.push(unnamed, unnamed);
    await stage.drain();
    expect(stage.api.effects.toSorted()).toEqual(ids.toSorted());
  });
});
