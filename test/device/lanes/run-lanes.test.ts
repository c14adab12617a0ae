import { describe, expect, test } from "@jest/globals";
import type { HttpAnswer, HttpRequest } from "../../../device/ports/http.ts";
import { buildDeviceStage } from "../../factories/device/device-stage.ts";
import { makeFakeApi } from "../../factories/device/fake-api.ts";
import { built, sizes, statuses } from "../../factories/device/queued-stage.ts";

const MINUTE = 60_000;

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
    let looks = 0;
    // Answers arrive once four requests wait for them; at the end there are fewer.
    const flush = setInterval(() => {
      looks += 1;
      if (waiting.length < 4 && looks < 50) return;
      looks = 0;
      for (const open of waiting.splice(0)) open();
    }, 10);
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
