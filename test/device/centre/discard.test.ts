import { expect, test } from "@jest/globals";
import type { Centre } from "../../../device/centre/types.ts";
import { checkLaw } from "../../../device/lanes/verdicts/check-law.ts";
import type { Scope } from "../../../device/types.ts";
import {
  type DeviceWorld,
  firstScope,
  makeDeviceWorld,
  tap,
} from "../../factories/device/device-world.ts";

/** A signed-in phone that has just noticed that it is offline: entries wait, and none of them was sent. */
async function offline(...entries: Parameters<Scope["enqueue"]>[0][]) {
  const world = makeDeviceWorld();
  const device = await world.open();
  await device.signIn(world.tokens());
  world.isOnline = false;
  const scope = await firstScope(device);
  await scope.enqueue(tap(LOST));
  await device.sync();
  for (const entry of entries) await scope.enqueue(entry);
  return { world, device, scope, centre: await scope.part("centre") };
}

/** The entry whose attempt showed that there is no connection. */
const LOST = "lost";

const ownOf = async (scope: Scope) =>
  (await scope.operations()).filter(({ clientOperationId }) => clientOperationId !== LOST);

const statusesOf = async (scope: Scope) =>
  (await ownOf(scope)).map(({ status, clientOperationId }) => [clientOperationId, status]);

const refuse = ({ api }: DeviceWorld) => {
  api.judge = (operation) =>
    operation.clientOperationId === "refused" ? "TASK_CLOSED" : "ACCEPTED";
};

const effectsOf = ({ api }: DeviceWorld) => api.effects.filter((id) => id !== LOST);

async function entryOf(centre: Centre, id: string) {
  const { entries } = await centre.entries();
  return entries.find(({ clientOperationId }) => clientOperationId === id);
}

const envelopeLengths = async (world: DeviceWorld) =>
  (
    await world.rows(
      `select length(envelope) as length from sync_operation where client_operation_id <> '${LOST}'`,
    )
  ).map(({ length }) => length);

async function expectLaw(world: DeviceWorld, { scopeId }: Scope) {
  expect(await checkLaw(world.disk.open(), scopeId)).toBeNull();
}

test("A discarded refusal needs no attention, stays in the history and is counted once", async () => {
  const { world, device, scope, centre } = await offline();
  world.isOnline = true;
  refuse(world);
  const { clientOperationId } = await scope.enqueue(tap("refused"));
  await device.sync();

  const first = await centre.discard({ clientOperationId });
  const repeated = await centre.discard({ clientOperationId });

  expect(first).toEqual({ kind: "DISCARDED", undoUntil: world.clock.now() + 30_000 });
  expect(repeated).toEqual(first);
  expect((await device.state()).needsAttention).toBe(0);
  expect(await statusesOf(scope)).toEqual([["refused", "DISCARDED"]]);
  await expectLaw(world, scope);
});

test("A discarded refusal that is brought back needs attention again, with its receipt", async () => {
  const { world, device, scope, centre } = await offline();
  world.isOnline = true;
  refuse(world);
  const operation = await scope.enqueue(tap("refused"));
  await device.sync();
  const before = await operation.state();
  await centre.discard({ clientOperationId: "refused" });

  expect(await centre.undo({ clientOperationId: "refused" })).toBe("RESTORED");

  expect(await operation.state()).toEqual(before);
  expect((await device.state()).needsAttention).toBe(1);
  await expectLaw(world, scope);
});

test("An accepted entry and an unknown one cannot be discarded", async () => {
  const { world, device, scope, centre } = await offline(tap("one"));
  world.isOnline = true;
  await device.sync();

  expect(await centre.discard({ clientOperationId: "one" })).toEqual({ kind: "ABSENT" });
  expect(await centre.discard({ clientOperationId: "unknown" })).toEqual({ kind: "ABSENT" });
  expect(await statusesOf(scope)).toEqual([["one", "ACCEPTED"]]);
});

test("A waiting entry that is discarded is never sent, and the others are", async () => {
  const { world, device, scope, centre } = await offline(tap("wrong"), tap("right"));

  expect(await centre.discard({ clientOperationId: "wrong" })).toMatchObject({ kind: "DISCARDED" });
  world.isOnline = true;
  await device.sync();

  expect(effectsOf(world)).toEqual(["right"]);
  expect(await device.state()).toMatchObject({ waiting: 0, needsAttention: 0 });
  await expectLaw(world, scope);
});

test("A discard that is undone within 30 s restores the entry, which is sent once", async () => {
  const { world, device, scope, centre } = await offline(tap("wanted"));
  const before = await ownOf(scope);
  await centre.discard({ clientOperationId: "wanted" });
  world.clock.advance(29_999);
  expect(await entryOf(centre, "wanted")).toMatchObject({
    group: "DONE",
    status: "DISCARDED",
    acts: ["UNDO_DISCARD"],
  });

  const outcomes = [
    await centre.undo({ clientOperationId: "wanted" }),
    await centre.undo({ clientOperationId: "wanted" }),
  ];
  const restored = await ownOf(scope);
  world.isOnline = true;
  await device.sync();

  expect(outcomes).toEqual(["RESTORED", "RESTORED"]);
  // Meanwhile the scope tried again: its next time is later.
  expect(restored.map((entry) => ({ ...entry, retryAt: null }))).toEqual(
    before.map((entry) => ({ ...entry, retryAt: null })),
  );
  expect(effectsOf(world)).toEqual(["wanted"]);
  await expectLaw(world, scope);
});

test("After 30 s a discard is final: its content is deleted, and nothing brings it back", async () => {
  const { world, scope, centre } = await offline(tap("gone"));
  await centre.discard({ clientOperationId: "gone" });
  expect(await envelopeLengths(world)).not.toEqual([1]);

  world.clock.advance(30_000);
  const tooLate = await centre.undo({ clientOperationId: "gone" });

  expect(tooLate).toBe("TOO_LATE");
  expect(await entryOf(centre, "gone")).toMatchObject({ payload: null, acts: [], undoUntil: null });
  expect(await envelopeLengths(world)).toEqual([1]);
  await expectLaw(world, scope);
});

test("An app that is killed after a discard lets the person undo it for the rest of the 30 s", async () => {
  const { world } = await offline(tap("wanted"), tap("gone"));
  const killed = await firstScope(await world.open());
  const before = await killed.part("centre");
  await before.discard({ clientOperationId: "gone" });
  world.clock.advance(20_000);
  await before.discard({ clientOperationId: "wanted" });

  const device = await world.open();
  world.clock.advance(15_000);
  const scope = await firstScope(device);
  const centre = await scope.part("centre");

  expect(await centre.undo({ clientOperationId: "gone" })).toBe("TOO_LATE");
  expect(await centre.undo({ clientOperationId: "wanted" })).toBe("RESTORED");
  world.isOnline = true;
  await device.sync();
  expect(effectsOf(world)).toEqual(["wanted"]);
  await expectLaw(world, scope);
});

test("An app that starts long after a discard deletes its content, although nobody opens the sync centre", async () => {
  const { world, centre } = await offline(tap("gone"));
  await centre.discard({ clientOperationId: "gone" });
  world.clock.jump(3_600_000);

  const device = await world.open();
  await device.sync();

  expect(await envelopeLengths(world)).toEqual([1]);
});

test("A clock that was set back by a year ends the time to undo instead of prolonging it", async () => {
  const { world, centre } = await offline(tap("gone"));
  await centre.discard({ clientOperationId: "gone" });
  world.clock.jump(-365 * 86_400_000);

  expect(await centre.undo({ clientOperationId: "gone" })).toBe("TOO_LATE");
  await centre.entries();
  expect(await envelopeLengths(world)).toEqual([1]);
});

test.each(["BEFORE", "AFTER"] as const)(
  "A kill right %s the discard is written leaves the entry waiting or discarded, never half",
  async (when) => {
    const { world, scope, centre } = await offline(tap("one"));
    world.disk.kill(when, 1);
    await expect(centre.discard({ clientOperationId: "one" })).rejects.toThrow("killed");

    const again = await firstScope(await world.open());

    const status = when === "BEFORE" ? "QUEUED" : "DISCARDED";
    expect(await statusesOf(again)).toEqual([["one", status]]);
    await expectLaw(world, scope);
  },
);

test("Entries that need a waiting one are named before it is discarded, go with it, and come back with it", async () => {
  const child = { ...tap("child"), dependsOn: ["parent"] };
  const grandchild = { ...tap("grandchild"), dependsOn: ["child"] };
  const { world, scope, centre } = await offline(tap("parent"), child, grandchild, tap("other"));
  const dependents = ["child", "grandchild"];
  expect(await entryOf(centre, "parent")).toMatchObject({ dependents });

  const asked = await centre.discard({ clientOperationId: "parent" });
  const agreedToOne = await centre.discard({ clientOperationId: "parent", together: ["child"] });
  const agreed = await centre.discard({ clientOperationId: "parent", together: dependents });
  const discarded = await statusesOf(scope);
  const restored = await centre.undo({ clientOperationId: "child" });

  expect([asked, agreedToOne]).toEqual([
    { kind: "HAS_DEPENDENTS", dependents },
    { kind: "HAS_DEPENDENTS", dependents },
  ]);
  expect(agreed.kind).toBe("DISCARDED");
  expect(discarded.map(([, status]) => status)).toEqual([
    "DISCARDED",
    "DISCARDED",
    "DISCARDED",
    "QUEUED",
  ]);
  expect(restored).toBe("RESTORED");
  expect((await statusesOf(scope)).map(([, status]) => status)).toEqual(Array(4).fill("QUEUED"));
  await expectLaw(world, scope);
});

test("An undo of an entry goes with that entry, because the server could not find what it undoes", async () => {
  const undo = {
    clientOperationId: "undo",
    operationType: "quick-log.undo",
    payload: { taskId: "task-of-done", undoesClientOperationId: "done" },
  };
  const { centre } = await offline(tap("done"), undo);

  expect(await centre.discard({ clientOperationId: "done" })).toEqual({
    kind: "HAS_DEPENDENTS",
    dependents: ["undo"],
  });
});

test("A former, undone discard takes nothing along when the entry is discarded again alone", async () => {
  const child = { ...tap("child"), dependsOn: ["parent"] };
  const { scope, centre } = await offline(tap("parent"), child);
  await centre.discard({ clientOperationId: "parent", together: ["child"] });
  await centre.undo({ clientOperationId: "parent" });
  await centre.discard({ clientOperationId: "child" });
  await centre.discard({ clientOperationId: "parent" });

  expect(await centre.undo({ clientOperationId: "parent" })).toBe("RESTORED");
  expect(await statusesOf(scope)).toEqual([
    ["parent", "QUEUED"],
    ["child", "DISCARDED"],
  ]);
});

test("An entry whose answer was lost is discarded only if the person knows that the server may have it", async () => {
  const { world, device, centre } = await offline(tap("sent"));
  world.isOnline = true;
  world.intercept = async (request) => {
    if (request.method !== "POST" || !request.path.endsWith("/sync")) return null;
    await world.api.answer(request);
    return { kind: "SILENCE", reason: "TIMEOUT" };
  };
  await device.sync();
  expect(await entryOf(centre, "sent")).toMatchObject({ mayHaveArrived: true });

  const asked = await centre.discard({ clientOperationId: "sent" });
  const agreed = await centre.discard({ clientOperationId: "sent", mayHaveArrived: true });

  expect(asked).toEqual({ kind: "MAY_HAVE_ARRIVED" });
  expect(agreed.kind).toBe("DISCARDED");
  world.clock.advance(30_000);
  expect(await entryOf(centre, "sent")).toMatchObject({
    status: "DISCARDED",
    mayHaveArrived: true,
  });
});

test("An entry that the server has put off for a paused coaching has not arrived", async () => {
  const { world, device, centre } = await offline(tap("locked"));
  world.isOnline = true;
  world.api.judge = () => "SCOPE_PAUSED";
  await device.sync();

  expect(await entryOf(centre, "locked")).toMatchObject({ mayHaveArrived: false });
  expect(await centre.discard({ clientOperationId: "locked" })).toMatchObject({
    kind: "DISCARDED",
  });
});

test("A part of a workout is not discarded alone while it waits", async () => {
  const set = { clientOperationId: "set", operationType: "workout.upsert-set", payload: {} };
  const { centre } = await offline(set);

  expect(await centre.discard({ clientOperationId: "set" })).toEqual({ kind: "IN_WORKOUT" });
  expect(await entryOf(centre, "set")).toMatchObject({ acts: ["OPEN_WORKOUT"] });
});
