import { expect, test } from "@jest/globals";
import { firstScope, makeDeviceWorld, tap } from "../../factories/device/device-world.ts";

test("After a purge that deletes the queue, neither a row nor a file of an unsent picture is left", async () => {
  const world = makeDeviceWorld();
  const device = await world.open();
  await device.signIn(world.tokens());
  const scope = await firstScope(device);
  const media = await scope.part("media");
  const bytes = new TextEncoder().encode("a picture of a meal");
  const attached = await media.attach({ bytes, purpose: "MEAL_PHOTO", type: "image/png" });
  if (attached.kind !== "ATTACHED") throw new Error("The picture was refused");
  await scope.enqueue({ ...tap("meal"), attachments: [attached.mediaId] });
  const read = await media.read(attached);
  const before = Buffer.concat([...world.files.stored.values()]);
  world.orders = [world.order()];
  await device.signOut(1);

  expect(read).toEqual(bytes);
  expect(before.length).toBeGreaterThan(bytes.length);
  expect(before.includes("picture")).toBe(false);
  expect(await world.rows("select media_id from media")).toEqual([]);
  expect(world.files.stored.size).toBe(0);
});
