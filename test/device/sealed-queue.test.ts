import { expect, test } from "@jest/globals";
import {
  type DeviceWorld,
  firstScope,
  makeDeviceWorld,
  tap,
} from "../factories/device/device-world.ts";
import { success } from "../factories/device/fake-api.ts";
import { eventually } from "../factories/eventually.ts";

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const SEALED_UNTIL = "2026-02-04T08:00:00.000Z";

/** A phone whose session ended remotely, with one unsent operation that its order seals. */
async function sealedWorld() {
  const world = makeDeviceWorld();
  const device = await world.open();
  await device.signIn(world.tokens());
  world.orders = [
    world.order({ trigger: "DEVICE_REVOCATION", queue: "KEEP", sealedUntil: SEALED_UNTIL }),
  ];
  world.api.refuseNext.push({ code: "UNAUTHENTICATED" });
  world.renews = false;
  await (await firstScope(device)).enqueue(tap("unsent"));
  await device.sync();
  await untilSealed(world);
  world.orders = [];
  return { world, device };
}

const questions = (world: DeviceWorld) =>
  world.log.filter((path) => path.endsWith("/purge-orders/find")).length;

async function untilSealed(world: DeviceWorld): Promise<void> {
  await eventually(
    async () => await world.rows("select status from cache_scope"),
    ([scope]) => scope?.["status"] === "SEALED",
  );
  await untilPlanned(world);
}

/** The next question has a time: everything before it is done. */
async function untilPlanned(world: DeviceWorld): Promise<number> {
  const planned = await eventually(
    async () => world.clock.untilNextTimer(),
    (ms) => ms !== null,
  );
  return planned ?? 0;
}

test("While a queue is sealed, the device asks for orders once a day, and sooner after a silent server", async () => {
  const { world } = await sealedWorld();
  const before = questions(world);

  const first = await untilPlanned(world);
  world.isOnline = false;
  world.clock.advance(first);
  const second = await untilPlanned(world);
  world.isOnline = true;
  world.clock.advance(second);
  const third = await untilPlanned(world);

  expect([first, second, third]).toEqual([DAY_MS, HOUR_MS / 4, DAY_MS]);
  expect(questions(world) - before).toBe(2);
});

test("The person sees a sealed queue with its size, and no more once it is handed over to the same person", async () => {
  const { world, device } = await sealedWorld();
  const { lastPurge } = await device.state();
  world.renews = true;
  world.api.purgeOrders = [
    world.order({ trigger: "DEVICE_REVOCATION", queue: "KEEP", handedOverTo: "next" }),
  ];
  await device.signIn(world.tokens());
  await eventually(
    async () => (await device.state()).lastPurge === null,
    (isGone) => isGone,
  );
  await device.sync();

  expect(lastPurge).toMatchObject({ trigger: "DEVICE_REVOCATION", deleted: 0, sealed: 1 });
  expect(world.api.effects).toEqual(["unsent"]);
});

test("The person sees that a sealed queue has ended", async () => {
  const { world, device } = await sealedWorld();
  world.intercept = ({ path }) =>
    path.endsWith("/purge-orders/find") ? success({ items: [] }, SEALED_UNTIL) : null;
  await device.sync();

  const { lastPurge } = await device.state();
  expect(lastPurge).toMatchObject({ trigger: "SEALED_UNTIL", deleted: 1, sealed: 0 });
});

test("After a fault of the database, a device with a sealed queue goes on asking for orders", async () => {
  const { world } = await sealedWorld();
  world.disk.fail("LOST");
  world.clock.advance(await untilPlanned(world));
  const retry = await untilPlanned(world);
  world.disk.fail(null);
  const before = questions(world);
  world.clock.advance(retry);
  await eventually(
    async () => questions(world),
    (count) => count > before,
  );

  expect(retry).toBe(HOUR_MS / 4);
  expect(await untilPlanned(world)).toBe(DAY_MS);
});

test("A closed device asks no more", async () => {
  const { world, device } = await sealedWorld();

  await device.close();

  expect(world.clock.untilNextTimer()).toBeNull();
});

test("A sealed queue is deleted by the server's clock alone, although the device's is 400 days ahead", async () => {
  const { world, device } = await sealedWorld();
  world.clock.jump(400 * DAY_MS);
  await device.sync();
  const before = await world.rows("select status from sync_operation");

  world.intercept = ({ path }) =>
    path.endsWith("/purge-orders/find") ? success({ items: [] }, SEALED_UNTIL) : null;
  await device.sync();

  expect(before).toEqual([{ status: "QUEUED" }]);
  expect(await world.rows("select * from sync_operation")).toEqual([]);
  expect(await world.rows("select * from cache_scope")).toEqual([]);
});

test("A kill at any write of the end of a sealed queue leaves it to the next start, which deletes it", async () => {
  for (let write = 1; write < 6; write += 1) {
    const { world } = await sealedWorld();
    world.intercept = ({ path }) =>
      path.endsWith("/purge-orders/find") ? success({ items: [] }, SEALED_UNTIL) : null;
    const opening = world.open();
    world.disk.kill("AFTER", write);
    await opening.then(async (device) => await device.sync()).catch(() => null);

    await (await world.open()).sync();

    expect(await world.rows("select * from cache_scope")).toEqual([]);
  }
});

test("A sealed queue that an order hands over is not deleted at its end", async () => {
  const { world, device } = await sealedWorld();
  const handedOver = world.order({ queue: "KEEP", handedOverTo: "next" });
  world.intercept = ({ path }) =>
    path.endsWith("/purge-orders/find") ? success({ items: [handedOver] }, SEALED_UNTIL) : null;

  await device.sync();

  expect(await world.rows("select status from sync_operation")).toEqual([{ status: "QUEUED" }]);
});

test("A locked sign-out is a state of the device until it completes", async () => {
  const world = makeDeviceWorld();
  const device = await world.open();
  await device.signIn(world.tokens());
  world.isOnline = false;
  await device.signOut();
  const locked = await device.state();
  world.isOnline = true;
  await device.sync();

  expect([locked.session, (await device.state()).session]).toEqual(["SIGNING_OUT", "NONE"]);
});

test("A database that the platform deleted asks for a sign-in, and the former session is gone", async () => {
  const world = makeDeviceWorld();
  await (await world.open()).signIn(world.tokens());
  world.disk = makeDeviceWorld().disk;

  const state = await (await world.open()).state();

  expect([state.session, state.evicted]).toEqual(["NONE", true]);
  expect(await world.vault.read("refresh-token")).toBeNull();
});
