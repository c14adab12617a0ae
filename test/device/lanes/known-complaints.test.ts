import { describe, expect, test } from "@jest/globals";
import { makeDrawnRandom } from "../../../device/testing/drawn-random.ts";
import type { NetworkFault } from "../../../device/testing/fake-network.ts";
import {
  buildDeviceStage,
  type DeviceStage,
  newTokens,
} from "../../factories/device/device-stage.ts";

// Common complaints about other offline libraries; each title answers one.

const MINUTE = 60_000;

async function built(count = 1) {
  const stage = await buildDeviceStage();
  const scopeId = await stage.addScope();
  await stage.session.register();
  const ids: string[] = [];
  for (let made = 0; made < count; made += 1) ids.push(await stage.queue(scopeId));
  return { stage, scopeId, ids, id: ids[0] ?? "" };
}

async function requireAllAccepted(stage: DeviceStage) {
  const open = await stage.rows("select * from sync_operation where status <> 'ACCEPTED'");
  expect(open).toEqual([]);
  expect(new Set(stage.api.effects).size).toBe(stage.api.effects.length);
}

describe("one bad operation blocks nothing", () => {
  test.each(["TASK_CLOSED", "PAYLOAD_INVALID", "STALE_REVISION"] as const)(
    "if the server answers it with %s, all others are accepted in the same batch",
    async (code) => {
      const { stage, ids } = await built(20);
      const bad = ids[7];
      stage.api.judge = ({ clientOperationId }) => (clientOperationId === bad ? code : "ACCEPTED");
      await stage.settle();
      expect(stage.api.effects).toEqual(ids.filter((id) => id !== bad));
      expect(stage.api.batches).toHaveLength(1);
    },
  );

  test("if the server answers it provisionally for ever, later operations on other tasks are accepted", async () => {
    const { stage, scopeId, id } = await built(1);
    stage.api.judge = ({ clientOperationId }) =>
      clientOperationId === id ? "TEMPORARILY_UNPROCESSED" : "ACCEPTED";
    await stage.settle();
    for (let day = 0; day < 5; day += 1) {
      await stage.queue(scopeId);
      await stage.drain(MINUTE);
    }
    expect(stage.api.effects).toHaveLength(5);
  });
});

describe("a refused or unauthorised write is never deleted", () => {
  test("by a verdict: the refused operation keeps its content and its receipt", async () => {
    const { stage, id } = await built(1);
    stage.api.judge = () => "TASK_CLOSED";
    await stage.settle();
    const row = await stage.operation(id);
    expect(row).toMatchObject({ status: "REJECTED" });
    expect(row["envelope"]).toBeInstanceOf(Uint8Array);
    expect(await stage.rows("select rejection_code from sync_receipt")).toEqual([
      { rejection_code: "TASK_CLOSED" },
    ]);
  });

  test("by permissions that changed while the phone was offline", async () => {
    const { stage, ids } = await built(3);
    for (const code of ["FORBIDDEN", "NOT_FOUND", "USER_SUSPENDED", "APP_ROLE_MISMATCH"] as const) {
      stage.api.refuseNext.push({ code });
      await stage.settle();
      stage.clock.advance(15 * MINUTE);
      await stage.lanes.idle();
    }
    await stage.drain();
    expect(stage.api.effects).toEqual(ids);
  });

  test("by the number of its retries, however many there are", async () => {
    const { stage, id } = await built(1);
    stage.network.failBy(() => "UNREACHABLE");
    await stage.drain(3 * 24 * 60 * MINUTE);
    const scope = await stage.rows("select retry_count from cache_scope");
    expect(Number(scope[0]?.["retry_count"])).toBeGreaterThan(200);
    stage.network.failBy(() => null);
    await stage.drain();
    expect(stage.api.effects).toEqual([id]);
  });
});

describe("a queued entry", () => {
  test("is sent after any network fault: a timeout, a proxy's 404 or 403, a portal's page or half of an answer", async () => {
    const faults: NetworkFault[] = [
      "DROPPED",
      404,
      403,
      401,
      400,
      "CAPTIVE",
      "TRUNCATED",
      500,
      502,
      503,
    ];
    for (const fault of faults) {
      const { stage, id } = await built(1);
      stage.network.failNext(fault);
      await stage.settle();
      expect(await stage.operation(id)).toMatchObject({ status: "QUEUED" });
      expect(await stage.session.state()).toBe("SIGNED_IN");
      await stage.drain();
      expect(stage.api.effects).toEqual([id]);
    }
  });

  test("outlasts an expired session, and is sent once the same person signs in again", async () => {
    const stage = await buildDeviceStage({ signIn: { renew: async () => "LOST" } });
    const scopeId = await stage.addScope();
    await stage.session.register();
    const ids = [await stage.queue(scopeId), await stage.queue(scopeId)];
    stage.api.refuseNext.push({ code: "UNAUTHENTICATED" });
    await stage.settle();
    expect(await stage.session.state()).toBe("NEEDED");
    expect(await stage.scope(scopeId)).toMatchObject({ wait_reason: "SIGN_IN" });
    await stage.session.signIn(newTokens());
    await stage.settle();
    expect(stage.api.effects).toEqual(ids);
  });
});

describe("a queue never stalls after a failure until the next write or restart", () => {
  test.each(["UNREACHABLE", "DROPPED", 502, "CAPTIVE"] as const)(
    "of the kind %s: it goes on by itself within a quarter of an hour after the fault ends",
    async (fault) => {
      const { stage, ids } = await built(3);
      stage.network.failBy(() => fault);
      await stage.drain(6 * 60 * MINUTE);
      stage.network.failBy(() => null);
      stage.clock.advance(15 * MINUTE);
      await stage.lanes.idle();
      await stage.drain(MINUTE);
      expect(stage.api.effects.toSorted()).toEqual(ids.toSorted());
    },
  );
});

describe("nothing happens twice", () => {
  test("after a lost answer, a doubled request, or a second start of the app in the middle", async () => {
    const { stage, ids } = await built(60);
    stage.network.failNext("ANSWER_LOST", "DOUBLED", "CUT_OFF", "TRUNCATED");
    await stage.settle();
    stage.restart();
    await stage.drain();
    expect(stage.api.effects.toSorted()).toEqual(ids.toSorted());
    expect(await stage.rows("select * from sync_receipt")).toHaveLength(60);
  });
});

describe("results are matched by id", () => {
  test("if they arrive in another order, and operations without a result are sent again", async () => {
    const { stage, ids } = await built(10);
    let isFirst = true;
    stage.api.reviseAnswer = (data) => {
      const results = Array.isArray(data["results"]) ? data["results"] : [];
      const kept = isFirst ? results.toReversed().slice(3) : results;
      isFirst = false;
      return { ...data, results: kept };
    };
    await stage.settle();
    expect(await stage.rows("select * from sync_receipt")).toHaveLength(7);
    await stage.drain();
    expect(stage.api.effects).toEqual(ids);
    await requireAllAccepted(stage);
  });
});

describe("a batch that is too large is not too large for ever", () => {
  test("for a proxy with any limit: dependent operations stay in their order", async () => {
    for (const mostBytes of [900, 1_500, 3_000, 10_000]) {
      const { stage, scopeId } = await built(0);
      const ids: string[] = [];
      for (let made = 0; made < 30; made += 1) {
        const dependsOn = ids.slice(-1);
        ids.push(await stage.queue(scopeId, { objectId: "session", dependsOn }));
      }
      stage.network.failBy(({ body = "" }) => (body.length > mostBytes ? 413 : null));
      await stage.drain();
      expect(stage.api.effects).toEqual(ids);
    }
  });
});

describe("files never block entries", () => {
  test("an operation that waits for its upload holds back nothing but its own task", async () => {
    const { stage, scopeId } = await built(0);
    const photo = await stage.queue(scopeId, { objectId: "progress" });
    stage.api.judge = ({ clientOperationId }) =>
      clientOperationId === photo ? "MEDIA_PENDING" : "ACCEPTED";
    const others = [await stage.queue(scopeId), await stage.queue(scopeId)];
    await stage.settle();
    expect(stage.api.effects).toEqual(others);
    expect(await stage.operation(photo)).toMatchObject({ wait_reason: "MEDIA" });
  });
});

describe("a wrong clock loses nothing", () => {
  test.each([-400, -1, 1, 400])("%d days off: every entry is sent, in its order", async (days) => {
    const { stage, scopeId, ids } = await built(3);
    stage.clock.jump(days * 86_400_000);
    ids.push(await stage.queue(scopeId));
    stage.network.failNext("DROPPED", "UNREACHABLE");
    await stage.settle();
    stage.clock.jump(-2 * days * 86_400_000);
    ids.push(await stage.queue(scopeId));
    await stage.drain();
    expect(stage.api.effects).toEqual(ids);
  });
});

describe("no history of faults", () => {
  const FAULTS: readonly NetworkFault[] = [
    "UNREACHABLE",
    "DROPPED",
    "ANSWER_LOST",
    "CUT_OFF",
    "TRUNCATED",
    "DOUBLED",
    "CAPTIVE",
    401,
    403,
    404,
    413,
    429,
    502,
  ];

  test.each([1, 2, 3, 4, 5, 6, 7, 8])(
    "(seed %d) loses an entry, repeats one or keeps a lane from draining once the faults end",
    async (seed) => {
      const random = makeDrawnRandom(seed);
      const pick = <Item>(list: readonly Item[]) =>
        list[Math.floor(random.fraction() * list.length)];
      const stage = await buildDeviceStage({ seed });
      const scopes = [await stage.addScope(), await stage.addScope(), await stage.addScope()];
      stage.network.failBy(() => (random.fraction() < 0.4 ? (pick(FAULTS) ?? null) : null));
      for (let step = 0; step < 60; step += 1) {
        const drawn = random.fraction();
        if (drawn < 0.5) {
          const objectId = `task-${Math.floor(random.fraction() * 5)}`;
          await stage.queue(pick(scopes) ?? "", { objectId }).catch(() => "killed");
        } else if (drawn < 0.6) stage.restart();
        else if (drawn < 0.65) stage.disk.kill(pick(["BEFORE", "AFTER"] as const) ?? "AFTER", 2);
        else if (drawn < 0.7) stage.clock.jump((random.fraction() - 0.5) * 800 * 86_400_000);
        else if (drawn < 0.75) stage.api.devices.push(random.uuid());
        else if (drawn < 0.8) stage.lanes.connection();
        else stage.clock.advance(random.fraction() * 5 * MINUTE);
        stage.lanes.wake();
        if (random.fraction() < 0.5) await stage.lanes.idle();
        // A killed process restarts before anything else happens.
        if (await isKilled(stage)) stage.restart();
      }
      stage.network.failBy(() => null);
      await stage.lanes.idle();
      stage.restart();
      await stage.drain();
      const rows = await stage.rows("select client_operation_id as id from sync_operation");
      expect(rows.length).toBeGreaterThan(10);
      expect(stage.api.effects.toSorted()).toEqual(rows.map(({ id }) => String(id)).toSorted());
      await requireAllAccepted(stage);
    },
  );

  async function isKilled(stage: DeviceStage): Promise<boolean> {
    try {
      await stage.rows("select 1");
      return false;
    } catch {
      return true;
    }
  }
});
