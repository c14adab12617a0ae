import { expect, test } from "@jest/globals";
import { firstScope, makeDeviceWorld, tap } from "../../factories/device/device-world.ts";

const TOKEN_MS = 600_000;

test("A phone that knows its device id sends and reads nothing without a session, also after a restart, until the person signs in", async () => {
  const world = makeDeviceWorld();
  const device = await world.open();
  await device.signIn(world.tokens());
  await device.sync();
  world.renews = false;
  world.clock.advance(TOKEN_MS);
  await (await firstScope(device)).enqueue(tap("entry"));
  await device.sync();
  world.log.length = 0;

  const later = await world.open();
  await (await firstScope(later)).enqueue(tap("later"));
  await later.sync();
  const [metadata] = await world.rows("select device_id from device_metadata");
  const before = [...world.log];
  world.renews = true;
  await later.signIn(world.tokens());
  await later.sync();

  expect(metadata?.["device_id"]).toEqual(world.api.devices[0]);
  expect(before).toEqual([]);
  expect(await later.state()).toMatchObject({ session: "SIGNED_IN", waiting: 0 });
  expect(world.api.effects).toEqual(["entry", "later"]);
});
