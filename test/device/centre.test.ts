import { expect, test } from "@jest/globals";
import { checkLaw } from "../../device/lanes/verdicts/check-law.ts";
import { firstScope, makeDeviceWorld, tap } from "../factories/device/device-world.ts";

test("A discarded refusal needs no attention, stays in the history and is counted once", async () => {
  const world = makeDeviceWorld();
  const device = await world.open();
  await device.signIn(world.tokens());
  const scope = await firstScope(device);
  world.api.judge = () => "TASK_CLOSED";
  const { clientOperationId } = await scope.enqueue(tap("refused"));
  await device.sync();
  const centre = await scope.part("centre");

  expect(await centre.discard({ clientOperationId })).toBe("DISCARDED");
  expect(await centre.discard({ clientOperationId })).toBe("ABSENT");

  expect((await device.state()).needsAttention).toBe(0);
  expect((await scope.operations()).map(({ status }) => status)).toEqual(["DISCARDED"]);
  expect(await checkLaw(world.disk.open(), scope.scopeId)).toBeNull();
});

test("Neither a waiting nor an accepted operation can be discarded", async () => {
  const world = makeDeviceWorld();
  const device = await world.open();
  await device.signIn(world.tokens());
  const scope = await firstScope(device);
  const centre = await scope.part("centre");
  const { clientOperationId } = await scope.enqueue(tap("one"));

  expect(await centre.discard({ clientOperationId: "unknown" })).toBe("ABSENT");
  await device.sync();

  expect(await centre.discard({ clientOperationId })).toBe("ABSENT");
  expect((await scope.operations()).map(({ status }) => status)).toEqual(["ACCEPTED"]);
});
