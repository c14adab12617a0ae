import { expect, test } from "@jest/globals";
import {
  type DeviceWorld,
  firstScope,
  makeDeviceWorld,
  tap,
} from "../factories/device/device-world.ts";
import { problem } from "../factories/device/fake-api.ts";

test("A device whose relationship ended asks for its orders although the session lives, and deletes the waiting queue", async () => {
  const world = makeDeviceWorld();
  const device = await world.open();
  await device.signIn(world.tokens());
  const scope = await firstScope(device);
  end(world, scope.scopeId);

  await scope.enqueue(tap("too-late"));
  await device.sync();
  await device.sync();

  expect(world.log).toContain("/api/v1/client/purge-orders/find");
  expect(await world.rows("select * from sync_operation")).toEqual([]);
  expect(await device.scopes()).toEqual([]);
});

test("A read of a relationship that ended asks for its orders too, and deletes the cached day", async () => {
  const world = makeDeviceWorld();
  const device = await world.open();
  await device.signIn(world.tokens());
  const scope = await firstScope(device);
  await scope.refresh();
  end(world, scope.scopeId);

  await scope.refresh();
  await device.sync();

  expect(await world.rows("select * from snapshot")).toEqual([]);
});

test("An order to a device that registered later deletes the answered entries of its former registration", async () => {
  const world = makeDeviceWorld();
  const device = await world.open();
  await device.signIn(world.tokens());
  const scope = await firstScope(device);
  await (await scope.enqueue(tap("answered"))).verdict();
  await device.signIn(world.tokens());
  expect(new Set(world.api.devices).size).toBe(2);
  end(world, scope.scopeId);

  await scope.refresh();
  await device.sync();

  expect(await world.rows("select * from sync_operation")).toEqual([]);
  expect(await world.rows("select * from cache_scope")).toEqual([]);
});

test("An entry for a coaching that the server refuses says that there is no access, and not that it pauses", async () => {
  const world = makeDeviceWorld();
  const device = await world.open();
  await device.signIn(world.tokens());
  const scope = await firstScope(device);
  end(world, scope.scopeId);
  world.orders = [];

  await scope.enqueue(tap("waiting"));
  await device.sync();
  const { locked } = await device.state();
  const [waiting] = await scope.operations();
  world.intercept = () => null;
  await device.sync();

  expect(locked).toBe(1);
  expect(waiting).toMatchObject({ status: "QUEUED", waitsFor: "NO_ACCESS" });
  expect((await device.state()).locked).toBe(0);
  expect(world.api.effects).toEqual(["waiting"]);
});

test("The device remembers why an order came and what it deleted, until the person has read it, also after a restart", async () => {
  const world = makeDeviceWorld();
  const first = await world.open();
  await first.signIn(world.tokens());
  const scope = await firstScope(first);
  world.isOnline = false;
  await scope.enqueue(tap("first"));
  await scope.enqueue(tap("second"));
  world.isOnline = true;
  end(world, scope.scopeId);
  await first.sync();
  await first.sync();

  const device = await world.open();
  const { lastPurge, waiting, locked } = await device.state();
  const [kept] = await world.rows("select value from cache_metadata where key = 'last_purge'");
  const centre = await device.part("centre");
  const changed = new Promise((resolve) => {
    device.watch(resolve);
  });
  await centre.dismissPurge({ orderId: "of-a-later-order" });
  const [afterOther] = await world.rows(
    "select value from cache_metadata where key = 'last_purge'",
  );
  await centre.dismissPurge({ orderId: lastPurge?.orderId ?? "" });

  expect({ waiting, locked }).toEqual({ waiting: 0, locked: 0 });
  expect(lastPurge).toMatchObject({ trigger: "RELATIONSHIP_END", deleted: 2, sealed: 0 });
  expect(String(kept?.["value"])).not.toMatch(new RegExp(`user-A|${scope.scopeId}`));
  expect(afterOther).toEqual(kept);
  await changed;
  expect((await device.state()).lastPurge).toBeNull();
  await device.sync();
  expect((await (await world.open()).state()).lastPurge).toBeNull();
});

test("A kill at any write of an order leaves a record of it, with the number of deleted entries", async () => {
  for (let write = 1; write < 8; write += 1) {
    const world = makeDeviceWorld();
    const first = await world.open();
    await first.signIn(world.tokens());
    const scope = await firstScope(first);
    world.isOnline = false;
    await scope.enqueue(tap("unsent"));
    world.isOnline = true;
    end(world, scope.scopeId);
    const syncing = first.sync();
    world.disk.kill("AFTER", write);
    await syncing.catch(() => null);

    const device = await world.open();
    await device.sync();
    await device.sync();

    expect((await device.state()).lastPurge).toMatchObject({ deleted: 1, sealed: 0 });
    expect(await device.scopes()).toEqual([]);
  }
});

/** The server no longer knows the relationship, and orders the newest device to delete it. */
function end(world: DeviceWorld, relationshipId: string): void {
  world.intercept = ({ path }) => (path.includes("/sync") ? problem({ code: "NOT_FOUND" }) : null);
  const scope = { kind: "RELATIONSHIP", workspaceId: null, relationshipId };
  world.orders = [world.order({ scope, trigger: "RELATIONSHIP_END" })];
}
