import { describe, expect, test } from "@jest/globals";
import type { HttpAnswer, HttpRequest } from "../../../device/ports/http.ts";
import { buildDeviceStage, type DeviceStage } from "../../factories/device/device-stage.ts";
import { makeFakeApi, problem } from "../../factories/device/fake-api.ts";

const MINUTE = 60_000;

async function built(count = 1) {
  const stage = await buildDeviceStage();
  const scopeId = await stage.addScope();
  await stage.session.register();
  const ids: string[] = [];
  for (let made = 0; made < count; made += 1) ids.push(await stage.queue(scopeId));
  return { stage, scopeId, ids, id: ids[0] ?? "" };
}

/** Statuses of all operations, in local order. */
async function statuses(stage: DeviceStage) {
  const rows = await stage.rows("select status from sync_operation order by local_sequence");
  return rows.map(({ status }) => status);
}

const sizes = (stage: DeviceStage) => stage.api.batches.map(({ operations }) => operations.length);

describe("a lane sends", () => {
  test("operations made offline in order and once, and every operation gets its receipt", async () => {
    const { stage, scopeId, ids } = await built(130);
    await stage.settle();
    expect(stage.api.effects).toEqual(ids);
    expect(sizes(stage)).toEqual([50, 50, 30]);
    expect(await stage.rows("select * from sync_receipt")).toHaveLength(130);
    expect(await stage.scope(scopeId)).toMatchObject({
      enqueued: 130,
      accepted: 130,
      wait_reason: null,
    });
    expect(stage.clock.untilNextTimer()).toBeNull();
  });

  test("the clock of the device, its last round trip and the health of its queue with each batch", async () => {
    const { stage, scopeId } = await built(1);
    await stage.sql.write([{ sql: "update cache_scope set last_cursor = 'cursor-0'" }]);
    await stage.settle();
    const recordedAt = stage.clock.now();
    stage.clock.advance(MINUTE);
    await stage.queue(scopeId, { recordedAt });
    await stage.settle();
    expect(stage.api.batches[1]).toMatchObject({
      clientCursor: "cursor-1",
      clientSentAt: new Date(stage.clock.now()).toISOString(),
      outbox: {
        depth: 1,
        oldestRecordedAt: new Date(recordedAt).toISOString(),
        rejected: 0,
        conflicted: 0,
      },
      operations: [
        {
          localSequence: 2,
          clientRecordedAt: new Date(recordedAt).toISOString(),
          metadata: { appVersion: "1.0.0", locale: "de-CH", diagnostics: { lastRoundTripMs: 40 } },
        },
      ],
    });
  });

  test("with a clock in the year 12000 or before the year 1, as the nearest instant that the server stores", async () => {
    const { stage, scopeId } = await built(0);
    await stage.queue(scopeId, { recordedAt: Date.UTC(12_000, 0) });
    await stage.queue(scopeId, { recordedAt: -8e15 });
    stage.clock.jump(Date.UTC(11_000, 0));
    await stage.settle();
    const [batch] = stage.api.batches;
    expect(batch?.clientSentAt).toBe("9999-12-31T23:59:59.999Z");
    expect(batch?.operations.map(({ clientRecordedAt }) => clientRecordedAt)).toEqual([
      "9999-12-31T23:59:59.999Z",
      "0001-01-01T00:00:00.000Z",
    ]);
  });

  test("nothing before the first wake, and operations queued while it sends right after that", async () => {
    const { stage, scopeId, id } = await built(1);
    await stage.lanes.idle();
    expect(stage.api.batches).toEqual([]);
    stage.lanes.wake(scopeId);
    const later = await stage.queue(scopeId);
    stage.lanes.wake(scopeId);
    await stage.lanes.idle();
    expect(stage.api.effects).toEqual([id, later]);
  });
});

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

  test("after silence, and grows again once batches go through", async () => {
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
    expect(await stage.scope(scopeId)).toMatchObject({ wait_reason: "SCOPE_LOCKED", status });
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
    wait_reason: "SCOPE_LOCKED",
  });
});

describe("lanes of several scopes", () => {
  test("run four at a time, and one scope is never sent by two requests at once", async () => {
    let most = 0;
    const underWay = new Map<string, number>();
    const waiting: (() => void)[] = [];
    const api = makeFakeApi();
    const answer = async (request: HttpRequest): Promise<HttpAnswer> => {
      if (!request.path.endsWith("/sync")) return await api.answer(request);
      underWay.set(request.path, (underWay.get(request.path) ?? 0) + 1);
      expect(underWay.get(request.path)).toBe(1);
      most = Math.max(
        most,
        [...underWay.values()].reduce((sum, count) => sum + count, 0),
      );
      await new Promise<void>((resolve) => waiting.push(resolve));
      underWay.delete(request.path);
      return await api.answer(request);
    };
    const stage = await buildDeviceStage({ answer });
    await stage.session.register();
    for (let made = 0; made < 9; made += 1) {
      const scopeId = await stage.addScope();
      for (let count = 0; count < 60; count += 1) await stage.queue(scopeId);
    }
    const flush = setInterval(() => {
      for (const open of waiting.splice(0)) open();
    }, 20);
    for (let wakes = 0; wakes < 10; wakes += 1) stage.lanes.wake();
    await stage.lanes.idle();
    clearInterval(flush);
    expect(most).toBe(4);
    expect(api.effects).toHaveLength(540);
    expect(new Set(api.effects).size).toBe(540);
  });

  test("go on while the server fails for one of them", async () => {
    const { stage, scopeId } = await built(1);
    const healthy = await stage.addScope();
    const ids: string[] = [];
    for (let made = 0; made < 60; made += 1) ids.push(await stage.queue(healthy));
    stage.network.failBy(({ path }) => (path.includes(scopeId) ? 502 : null));
    await stage.settle();
    expect(stage.api.effects).toEqual(ids);
  });
});

describe("two wakes", () => {
  test("at any moments never send one operation twice at once", async () => {
    const { stage, scopeId, ids } = await built(120);
    const underWay = new Set<string>();
    const { answer } = stage.api;
    stage.api.answer = async (request) => {
      const read: unknown = JSON.parse(request.body ?? "{}");
      const mine = ids.filter((id) => JSON.stringify(read).includes(id));
      for (const id of mine) {
        expect(underWay.has(id)).toBe(false);
        underWay.add(id);
      }
      for (let ticks = 0; ticks < 20; ticks += 1) {
        stage.lanes.wake(scopeId);
        stage.lanes.wake();
        await Promise.resolve();
      }
      for (const id of mine) underWay.delete(id);
      return await answer(request);
    };
    stage.lanes.wake(scopeId);
    stage.lanes.wake(scopeId);
    await stage.lanes.idle();
    expect(stage.api.effects).toEqual(ids);
    expect(sizes(stage)).toEqual([50, 50, 20]);
  });
});

describe("a process that ends", () => {
  test("while a batch is under way leaves its rows to the next one, which sends them under their ids", async () => {
    const { stage, ids } = await built(3);
    const { answer } = stage.api;
    stage.api.answer = async (request) => {
      const arrived = await answer(request);
      stage.lanes.stop();
      return arrived;
    };
    stage.lanes.wake();
    await stage.lanes.idle();
    await new Promise((resolve) => setImmediate(resolve));
    expect(await statuses(stage)).toEqual(["SYNCING", "SYNCING", "SYNCING"]);
    stage.api.answer = answer;
    stage.restart();
    await stage.settle();
    expect(stage.api.effects).toEqual(ids);
    expect(await statuses(stage)).toEqual(["ACCEPTED", "ACCEPTED", "ACCEPTED"]);
    const receipts = await stage.rows("select server_status from sync_receipt");
    expect(new Set(receipts.map((row) => row["server_status"]))).toEqual(
      new Set(["ALREADY_ACCEPTED"]),
    );
  });

  test("before or after any of its writes loses no operation and applies none twice", async () => {
    for (const when of ["BEFORE", "AFTER"] as const) {
      for (let nth = 1; nth <= 8; nth += 1) {
        const stage = await buildDeviceStage();
        const scopeId = await stage.addScope();
        const ids = [await stage.queue(scopeId), await stage.queue(scopeId)];
        stage.api.judge = ({ clientOperationId }) =>
          clientOperationId === ids[0] ? "TASK_CLOSED" : "ACCEPTED";
        stage.disk.kill(when, nth);
        stage.lanes.wake();
        await stage.lanes.idle();
        stage.restart();
        await stage.drain();
        expect(await statuses(stage)).toEqual(["REJECTED", "ACCEPTED"]);
        expect(stage.api.effects).toEqual([ids[1]]);
        expect(stage.api.devices).toHaveLength(1);
        expect(await stage.rows("select * from sync_receipt")).toHaveLength(2);
      }
    }
  });

  test("because the disk is full sends its queue once there is room again", async () => {
    const { stage, id } = await built(1);
    stage.disk.fail("FULL");
    stage.lanes.wake();
    await stage.lanes.idle();
    expect(stage.api.effects).toEqual([]);
    stage.disk.fail(null);
    await stage.settle();
    expect(stage.api.effects).toEqual([id]);
  });
});
