import { expect, test } from "@jest/globals";
import { makeOnlineActs, type OnlineActs } from "../../../device/online/online-acts.ts";
import { forgetAct } from "../../../device/online/outcome-of.ts";
import { obeyOrder } from "../../../device/purge/obey-order.ts";
import { EVERY_DEVICE } from "../../../device/purge/obeyed-order.ts";
import { makeDrawnRandom } from "../../../device/testing/drawn-random.ts";
import type { NetworkFault } from "../../../device/testing/fake-network.ts";
import type { MemoryDisk } from "../../../device/testing/memory-sql.ts";
import { buildDeviceStage, type DeviceStage } from "../../factories/device/device-stage.ts";
import { eventually } from "../../factories/eventually.ts";
import { makeKeyedServer } from "../../factories/device/keyed-server.ts";

async function built(seed = 1) {
  const server = makeKeyedServer();
  const answer = server.answer.bind(server);
  const stage = await buildDeviceStage({ answer, seed });
  const scopeId = await stage.addScope();
  /** The acts of the present process. */
  const acts = () => makeOnlineActs(stage.core, stage.session);
  const act = (actId: string, objectId = "form") => ({
    actId,
    scopeId,
    actType: "test.submit",
    objectId,
    method: "POST" as const,
    path: "/api/v1/client/tests",
    body: { answers: `words of ${actId}` },
  });
  return { server, stage, scopeId, acts, act };
}

test("An act is stored before its first try, and its answer stays until it was read", async () => {
  const { stage, acts, act } = await built();
  const atSending: MemoryDisk[] = [];
  stage.network.failBy(() => {
    atSending.push(stage.disk.copy());
    return null;
  });
  const online = acts();

  const outcome = await online.perform(act("one"));

  const stored = await atSending[0]?.open().read({ sql: "select act_id, status from online_act" });
  expect(stored).toEqual([{ act_id: "one", status: "OPEN" }]);
  expect(outcome).toEqual({ kind: "DONE", data: { number: 1 } });
  expect(await online.find("one")).toEqual(outcome);
  await stage.sql.write([forgetAct("one")]);
  expect(await online.find("one")).toBeNull();
});

test.each(["ANSWER_LOST", "CUT_OFF", "TRUNCATED", "CAPTIVE", "DROPPED", 502] as const)(
  "An act whose answer ends as %s is repeated with its key and carried out once",
  async (fault) => {
    const { server, stage, acts, act } = await built();
    stage.network.failNext(fault);
    const online = acts();

    const first = await online.perform(act("one"));
    const second = await online.perform(act("one"));

    expect(first).toMatchObject({ kind: "OPEN", waitsFor: "OFFLINE" });
    expect(second).toEqual({ kind: "DONE", data: { number: 1 } });
    expect(server.carriedOut).toEqual(['{"answers":"words of one"}']);
  },
);

test("An act with the id of an act about something else is refused, and nothing is stored or sent", async () => {
  const { server, stage, acts, act } = await built();
  const online = acts();
  await online.perform(act("one"));

  for (const other of [act("one", "other"), { ...act("one"), actType: "test.other" }])
    await expect(online.perform(other)).rejects.toMatchObject({ code: "ID_TAKEN" });

  expect(await online.perform(act("one"))).toMatchObject({ kind: "DONE" });
  expect(server.carriedOut).toHaveLength(1);
  expect(await stage.rows("select 1 from online_act")).toHaveLength(1);
});

test("An act without an answer is repeated by itself after the pause of a lane", async () => {
  const { server, stage, acts, act } = await built();
  stage.network.failNext("ANSWER_LOST", "UNREACHABLE");
  const online = acts();
  const first = await online.perform(act("one"));

  const pauses = [await nextTry(stage), await nextTry(stage)];

  const done = async () => (await online.find("one"))?.kind === "DONE";
  expect(await eventually(done, (isDone) => isDone)).toBe(true);
  expect(first).toMatchObject({ kind: "OPEN", waitsFor: "OFFLINE" });
  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(1_000);
  expect(stage.network.requests).toHaveLength(3);
  expect(server.carriedOut).toHaveLength(1);
});

/** Moves the clock to the next try and waits until it was sent. */
async function nextTry({ clock, network }: DeviceStage): Promise<number> {
  const sent = network.requests.length;
  const pause = await eventually(
    async () => await Promise.resolve(clock.untilNextTimer() ?? 0),
    (ms) => ms > 0,
  );
  clock.advance(pause);
  await eventually(
    async () => await Promise.resolve(network.requests.length),
    (count) => count > sent,
  );
  return pause;
}

test("A second act on the same object with the same request continues the open one, also if only its instant differs", async () => {
  const { server, stage, acts, act } = await built();
  const asked = (actId: string, at: string) => ({
    ...act(actId),
    body: { answers: "the same", at },
    incidental: ["at"],
  });
  stage.network.failNext("ANSWER_LOST");
  const online = acts();
  await online.perform(asked("one", "08:00"));

  const outcome = await online.perform(asked("two", "08:01"));

  expect(outcome).toEqual({ kind: "DONE", data: { number: 1 } });
  expect(await online.find("two")).toBeNull();
  expect(server.carriedOut).toEqual(['{"answers":"the same","at":"08:00"}']);
});

test("A corrected act whose former request may have arrived is sent under its own key once the former one is answered", async () => {
  const { server, stage, acts, act } = await built();
  stage.network.failNext("ANSWER_LOST", "UNREACHABLE");
  const online = acts();
  await online.perform(act("one"));

  const unsettled = await online.perform(act("two"));
  const stored = await stage.rows("select act_id from online_act");
  const corrected = await online.perform(act("two"));

  expect(unsettled).toMatchObject({ kind: "OPEN", waitsFor: "OFFLINE" });
  expect(stored).toEqual([{ act_id: "one" }]);
  expect(corrected).toEqual({ kind: "DONE", data: { number: 2 } });
  expect(server.carriedOut).toEqual(['{"answers":"words of one"}', '{"answers":"words of two"}']);
});

test("A corrected act replaces one that was never sent, and one that was refused", async () => {
  const { server, stage, acts, act } = await built();
  const online = acts();
  await online.store(act("unsent"));
  await stage.session.signOut();
  await online.retry("unsent");
  await stage.session.signIn({ accessToken: "a", refreshToken: "r", expiresInSeconds: 600 });
  server.judge = () => "TASK_CLOSED";

  const refused = await online.perform(act("refused"));
  server.judge = () => "ACCEPTED";
  const done = await online.perform(act("done"));

  expect(refused).toMatchObject({ kind: "REFUSED" });
  expect(done).toEqual({ kind: "DONE", data: { number: 1 } });
  expect(server.carriedOut).toEqual(['{"answers":"words of done"}']);
  expect(await stage.rows("select act_id from online_act")).toEqual([{ act_id: "done" }]);
});

test("The order of acts does not change if the clock is set back between them", async () => {
  const { stage, scopeId, acts, act } = await built();
  const online = acts();
  await online.perform(act("first"));
  stage.clock.jump(-3_600_000);
  await online.perform(act("second"));

  const listed = await online.list({ scopeId, actType: "test.submit", objectId: "form" });

  expect(listed.map(({ actId }) => actId)).toEqual(["second", "first"]);
});

test("An act that names the device is sent as the device that is registered at that moment", async () => {
  const { server, stage, acts, act } = await built();
  const named = { ...act("one"), namesDevice: true };
  const devices = ["former", "present"];
  const session = {
    call: stage.session.call,
    deviceId: async () => await Promise.resolve(devices[0] ?? null),
    register: async () => {
      devices.shift();
      return await Promise.resolve({
        kind: "REGISTERED" as const,
        deviceId: "present",
        hasOrders: false,
      });
    },
  };
  server.judge = (body) => (body.includes("present") ? "ACCEPTED" : "DEVICE_REVOKED");

  const outcome = await acts().perform(named, session);

  expect(outcome).toEqual({ kind: "DONE", data: { number: 1 } });
  expect(server.carriedOut).toEqual(['{"answers":"words of one","deviceId":"present"}']);
});

test("A device that the server refuses, and that cannot register again, ends no act", async () => {
  const { server, stage, acts, act } = await built();
  server.judge = () => "DEVICE_REVOKED";
  const session = {
    call: stage.session.call,
    deviceId: async () => await Promise.resolve("former"),
    register: async () =>
      await Promise.resolve({
        kind: "FAILED" as const,
        answer: { kind: "REFUSED" as const, code: "STATE_CONFLICT", status: 409 },
      }),
  };

  const outcome = await acts().perform(act("one"), session);

  expect(outcome).toMatchObject({ kind: "OPEN", waitsFor: "RETRY_AT" });
});

test("Two callers of one act share one request and one answer", async () => {
  const { server, stage, acts, act } = await built();
  const online = acts();

  const outcomes = await Promise.all([online.perform(act("one")), online.perform(act("one"))]);

  expect(outcomes).toEqual([
    { kind: "DONE", data: { number: 1 } },
    { kind: "DONE", data: { number: 1 } },
  ]);
  expect(stage.network.requests).toHaveLength(1);
  expect(server.carriedOut).toHaveLength(1);
});

test("A refusal by the server is stored as the answer, and the act is not repeated", async () => {
  const { server, stage, acts, act } = await built();
  server.judge = () => "TASK_CLOSED";
  const online = acts();

  const outcome = await online.perform(act("one"));
  server.judge = () => "ACCEPTED";
  await online.connection();

  expect(outcome).toEqual({ kind: "REFUSED", code: "TASK_CLOSED", pointers: [] });
  expect(await online.find("one")).toEqual(outcome);
  expect(stage.network.requests).toHaveLength(1);
});

test("An act that waits for a sign-in has no time and is repeated after it", async () => {
  const { server, stage, acts, act } = await built();
  await stage.session.signOut();
  const online = acts();
  const waiting = await online.perform(act("one"));

  await stage.session.signIn({ accessToken: "a", refreshToken: "r", expiresInSeconds: 600 });
  await online.connection();

  expect(waiting).toEqual({ kind: "OPEN", waitsFor: "SIGN_IN", retryAt: null });
  expect(await online.find("one")).toMatchObject({ kind: "DONE" });
  expect(server.carriedOut).toHaveLength(1);
});

test("No row of an act holds a word of its request or its answer in clear", async () => {
  const { stage, acts, act } = await built();
  stage.network.failNext("UNREACHABLE");
  const online = acts();
  await online.perform(act("one"));
  await online.perform(act("two", "other"));

  const rows = await stage.rows("select * from online_act");
  const text = rows.flatMap(Object.values).map(textOf).join(" ");

  expect(rows).toHaveLength(2);
  expect(text).not.toContain("words of");
  expect(text).not.toContain("number");
});

function textOf(value: unknown): string {
  return value instanceof Uint8Array ? Buffer.from(value).toString("latin1") : String(value);
}

const FAULTS: readonly NetworkFault[] = [
  "NONE",
  "NONE",
  "UNREACHABLE",
  "ANSWER_LOST",
  "CUT_OFF",
  "DOUBLED",
  "CAPTIVE",
  503,
];

test("Twenty histories with faults, kills at any write and callers in each other's way carry out each act once", async () => {
  for (let seed = 1; seed <= 20; seed += 1) {
    const { server, stage, acts, act } = await built(seed);
    const random = makeDrawnRandom(seed);
    const drawn = (most: number) => Math.floor(random.fraction() * most);
    stage.network.failBy(() => FAULTS[drawn(FAULTS.length)] ?? "NONE");
    const ids = ["one", "two", "three"];
    const performAll = async (online: OnlineActs) =>
      await Promise.all(ids.map(async (id) => await online.perform(act(id, id))));

    for (let step = 0; step < 12; step += 1) {
      if (drawn(3) === 0) stage.disk.kill(drawn(2) === 0 ? "BEFORE" : "AFTER", 1 + drawn(3));
      const online = acts();
      await Promise.allSettled([performAll(online), performAll(online), online.connection()]);
      online.stop();
      stage.restart();
      await stage.session.signIn({ accessToken: "a", refreshToken: "r", expiresInSeconds: 600 });
    }
    stage.network.failBy(() => null);
    const outcomes = await performAll(acts());

    expect(outcomes.map(({ kind }) => kind)).toEqual(["DONE", "DONE", "DONE"]);
    expect(new Set(server.carriedOut).size).toBe(3);
    expect(server.carriedOut).toHaveLength(3);
  }
});

const orderOf = (scopeId: string, queue: "DELETE" | "KEEP") => ({
  orderId: `order-${queue}`,
  trigger: "RELATIONSHIP_END",
  deviceId: EVERY_DEVICE,
  scope: { kind: "RELATIONSHIP" as const, workspaceId: null, relationshipId: scopeId },
  queue,
  handedOverTo: null,
  sealedUntil: null,
});

test("A purge that deletes the queue deletes open and answered acts and counts the open one as lost", async () => {
  const { stage, scopeId, acts, act } = await built();
  await acts().perform(act("answered", "one"));
  stage.network.failBy(() => "UNREACHABLE");
  await acts().perform(act("open", "two"));

  const report = await obeyOrder(stage.core, orderOf(scopeId, "DELETE"));

  expect(report).toMatchObject({ count: 2, lostOperations: 1, sealedOperations: 0 });
  expect(await stage.rows("select * from online_act")).toEqual([]);
  expect(await stage.rows("select * from cache_scope")).toEqual([]);
});

test("A purge that keeps the queue seals an open act, which is repeated once the scope is open again", async () => {
  const { server, stage, scopeId, acts, act } = await built();
  await acts().perform(act("answered", "one"));
  stage.network.failBy(() => "UNREACHABLE");
  await acts().perform(act("open", "two"));

  const report = await obeyOrder(stage.core, orderOf(scopeId, "KEEP"));
  stage.network.failBy(() => null);
  const sealed = acts();
  await sealed.connection();

  expect(report).toMatchObject({ count: 1, lostOperations: 0, sealedOperations: 1 });
  expect(await stage.rows("select act_id, status from online_act")).toEqual([
    { act_id: "open", status: "OPEN" },
  ]);
  expect(await stage.scope(scopeId)).toMatchObject({ status: "SEALED" });
  await expect(sealed.perform(act("late", "three"))).rejects.toThrow("not open");
  await stage.sql.write([{ sql: "update cache_scope set status = 'ACTIVE'" }]);
  expect(await acts().perform(act("open", "two"))).toMatchObject({ kind: "DONE" });
  expect(server.carriedOut).toEqual([
    '{"answers":"words of answered"}',
    '{"answers":"words of open"}',
  ]);
});
