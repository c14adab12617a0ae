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

/** The server no longer knows the relationship, and orders the newest device to delete it. */
function end(world: DeviceWorld, relationshipId: string): void {
  world.intercept = ({ path }) => (path.includes("/sync") ? problem({ code: "NOT_FOUND" }) : null);
  const scope = { kind: "RELATIONSHIP", workspaceId: null, relationshipId };
  world.orders = [world.order({ scope, trigger: "RELATIONSHIP_END" })];
}
