import { expect, test } from "@jest/globals";
import { checkLaw } from "../../device/lanes/verdicts/check-law.ts";
import { makeMemoryVault } from "../../device/testing/memory-vault.ts";
import { firstScope, makeDeviceWorld, tap } from "../factories/device/device-world.ts";
import { problem } from "../factories/device/fake-api.ts";

test("After a sign-out whose acknowledgement is lost, the next person keeps their rows at every later sync", async () => {
  const world = makeDeviceWorld();
  const device = await world.open();
  await device.signIn(world.tokens("A"));
  world.orders = [world.order()];
  world.acknowledges = false;

  const signedOut = await device.signOut();
  const second = await device.signIn(world.tokens("B"));
  await (await firstScope(device)).enqueue(tap("of-b"));
  await device.sync();
  await device.sync();

  expect([signedOut, second]).toEqual([{ kind: "SIGNED_OUT" }, "SIGNED_IN"]);
  const operations = await (await firstScope(device)).operations();
  expect(operations.map(({ status }) => status)).toEqual(["ACCEPTED"]);
});

test("A sign-out without a connection shows nothing at once, survives a restart, and deletes everything later", async () => {
  const world = makeDeviceWorld();
  const first = await world.open();
  await first.signIn(world.tokens());
  world.isOnline = false;
  const held = await firstScope(first);
  await held.enqueue(tap("unsent"));
  const refused = await first.signOut();
  const locked = await first.signOut(1);

  await expect(held.today()).rejects.toThrow("not open");
  await expect(held.enqueue(tap("too-late"))).rejects.toThrow("not open");
  const device = await world.open();
  expect(await device.scopes()).toEqual([]);
  world.isOnline = true;
  world.orders = [world.order()];
  await device.sync();

  expect([refused, locked]).toEqual([{ kind: "UNSENT", unsent: 1 }, { kind: "LOCKED" }]);
  expect(world.api.effects).toEqual([]);
  expect(await world.rows("select * from cache_scope")).toEqual([]);
  expect(await world.rows("select * from sync_operation")).toEqual([]);
  expect(await world.rows("select user_id, device_id from device_metadata")).toEqual([
    { user_id: null, device_id: null },
  ]);
});

test("Neither a sign-out nor the former person's order is shown to the next person", async () => {
  const world = makeDeviceWorld();
  const device = await world.open();
  await device.signIn(world.tokens("A"));
  const relationshipId = (await firstScope(device)).scopeId;
  const scope = { kind: "RELATIONSHIP", workspaceId: null, relationshipId };
  world.orders = [
    world.order({ scope, trigger: "RELATIONSHIP_END" }),
    world.order({ orderId: "later" }),
  ];

  await device.signOut();
  const signedOut = await device.state();
  world.api.purgeOrders = [world.order({ orderId: "switch", trigger: "ACCOUNT_SWITCH" })];
  await device.signIn(world.tokens("B"));
  await device.sync();

  expect(signedOut).toMatchObject({ session: "NONE", lastPurge: null });
  expect(await device.state()).toMatchObject({ session: "SIGNED_IN", lastPurge: null });
});

test("A session that ended before the sign-out leaves no row behind, and another person can sign in", async () => {
  const world = makeDeviceWorld();
  const device = await world.open();
  await device.signIn(world.tokens("A"));
  await (await firstScope(device)).refresh();
  world.api.refuseNext.push({ code: "UNAUTHENTICATED" });
  world.renews = false;
  await (await firstScope(device)).enqueue(tap("unsent"));
  await device.sync();

  const signedOut = await device.signOut(1);
  const next = await device.signIn(world.tokens("B"));

  expect([signedOut, next]).toEqual([{ kind: "SIGNED_OUT" }, "SIGNED_IN"]);
  expect(await (await firstScope(device)).operations()).toEqual([]);
});

test.each([
  ["a suspended account", "USER_SUSPENDED"],
  ["a disabled sign-in", "PROVIDER_NOT_ALLOWED"],
] as const)("The phone of %s can be signed out", async (_name, code) => {
  const world = makeDeviceWorld();
  const device = await world.open();
  await device.signIn(world.tokens("A"));
  world.intercept = ({ path }) => (path.endsWith("/logout") ? problem({ code }) : null);

  expect(await device.signOut()).toEqual({ kind: "SIGNED_OUT" });
  expect(await world.rows("select * from cache_scope")).toEqual([]);
});

test("A person can sign in after a kill between the purge and the end of a sign-out", async () => {
  const world = makeDeviceWorld();
  const first = await world.open();
  await first.signIn(world.tokens());
  world.orders = [world.order()];
  world.intercept = ({ path }) => {
    if (path.endsWith("/ack")) world.disk.open();
    return null;
  };
  await expect(first.signOut()).rejects.toThrow("killed");
  world.intercept = () => null;
  world.renews = false;

  const device = await world.open();

  expect(await device.signIn(world.tokens("B"))).toBe("SIGNED_IN");
});

test("A sign-out on a copied database deletes everything", async () => {
  const world = makeDeviceWorld();
  const first = await world.open();
  await first.signIn(world.tokens());
  world.vault = makeMemoryVault();
  const device = await world.open();

  expect((await device.state()).copied).toBe(true);
  expect(await device.signOut(9)).toEqual({ kind: "SIGNED_OUT" });
  expect(await device.signIn(world.tokens("B"))).toBe("SIGNED_IN");
});

test("A tap at the moment of a sign-out is refused instead of being confirmed and then deleted", async () => {
  const world = makeDeviceWorld();
  const device = await world.open();
  await device.signIn(world.tokens());
  const scope = await firstScope(device);
  world.orders = [world.order()];
  const taps: Promise<unknown>[] = [];
  world.intercept = ({ path }) => {
    if (path.endsWith("/logout"))
      taps.push(scope.enqueue(tap("late")).catch((fault: unknown) => fault));
    return null;
  };

  await device.signOut();

  expect(await Promise.all(taps)).toEqual([expect.any(Error)]);
});

test("An order with a handover keeps a tap that is made while the order is carried out", async () => {
  for (let moment = 0; moment < 12; moment += 1) {
    const world = makeDeviceWorld();
    const device = await world.open();
    await device.signIn(world.tokens());
    const scope = await firstScope(device);
    world.api.purgeOrders = [world.order({ queue: "KEEP", handedOverTo: "next" })];
    world.api.refuseNext.push({ code: "DEVICE_REVOKED" });
    await scope.enqueue(tap("first"));
    const synced = device.sync();
    for (let turn = 0; turn < moment * 4; turn += 1) await Promise.resolve();
    await untilOpen(() => scope.enqueue(tap("second")));
    await synced;
    await device.sync();

    const operations = await (await firstScope(device)).operations();
    const second = operations.find(({ clientOperationId }) => clientOperationId === "second");
    expect(second?.payload).toEqual(tap("second").payload);
    expect(await checkLaw(world.disk.open(), scope.scopeId)).toBeNull();
  }
});

test("A remotely ended session asks for its orders by the device's secret, and obeys them", async () => {
  const world = makeDeviceWorld();
  const device = await world.open();
  await device.signIn(world.tokens());
  world.orders = [world.order({ trigger: "ACCOUNT_DELETION" })];
  world.api.refuseNext.push({ code: "UNAUTHENTICATED" });
  world.renews = false;
  await (await firstScope(device)).enqueue(tap("unsent"));
  await device.sync();
  await device.sync();

  expect(world.log).toContain("/api/v1/client/purge-orders/find");
  expect(await world.rows("select * from sync_operation")).toEqual([]);
});

test("An unsent operation that replaces unsent ones names all of them", async () => {
  const world = makeDeviceWorld();
  const device = await world.open();
  await device.signIn(world.tokens());
  world.isOnline = false;
  const scope = await firstScope(device);
  await scope.enqueue(tap("x"));
  await scope.enqueue({ ...tap("y"), resubmitOf: "x" });
  await scope.enqueue({ ...tap("z"), resubmitOf: "y" });

  const chains = await world.rows(
    "select client_operation_id as id, resubmit_chain as chain from sync_operation order by local_sequence",
  );
  expect(chains).toEqual([
    { id: "x", chain: "[]" },
    { id: "y", chain: "[]" },
    { id: "z", chain: '["x"]' },
  ]);
});

test("The order to a former person's device leaves the next person a scope to work in", async () => {
  const world = makeDeviceWorld();
  const device = await world.open();
  await device.signIn(world.tokens("A"));
  const former = world.api.devices.at(-1);
  world.intercept = ({ path }) =>
    path.endsWith("/logout") ? problem({ code: "UNAUTHENTICATED" }) : null;
  world.renews = false;
  await device.signOut();
  world.intercept = () => null;
  world.renews = true;
  world.api.purgeOrders = [world.order({ deviceId: former, trigger: "ACCOUNT_SWITCH" })];

  expect(await device.signIn(world.tokens("B"))).toBe("SIGNED_IN");
  const operation = await (await firstScope(device)).enqueue(tap("of-b"));
  await device.sync();

  expect((await operation.verdict()).status).toBe("ACCEPTED");
});

test("An order that reaches nothing of a sealed queue leaves it sealed until its end", async () => {
  const world = makeDeviceWorld();
  const device = await world.open();
  await device.signIn(world.tokens());
  const sealedUntil = "2026-02-04T08:00:00.000Z";
  world.orders = [world.order({ trigger: "DEVICE_REVOCATION", queue: "KEEP", sealedUntil })];
  world.api.refuseNext.push({ code: "UNAUTHENTICATED" });
  world.renews = false;
  await (await firstScope(device)).enqueue(tap("unsent"));
  await device.sync();
  await device.sync();
  const before = await world.rows("select status, purge_required_at from cache_scope");
  world.orders = [world.order({ orderId: "other", deviceId: "another-device", queue: "DELETE" })];
  await device.sync();

  expect(before).toEqual([{ status: "SEALED", purge_required_at: Date.parse(sealedUntil) }]);
  expect(await world.rows("select status, purge_required_at from cache_scope")).toEqual(before);
  expect(await world.rows("select status from sync_operation")).toEqual([{ status: "QUEUED" }]);
});

/** A purge closes a scope for a moment: the person retries the tap. */
async function untilOpen(act: () => Promise<unknown>): Promise<void> {
  for (let tries = 0; tries < 50; tries += 1) {
    try {
      await act();
      return;
    } catch {
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
    }
  }
  throw new Error("The scope stayed closed");
}
