import { expect, test } from "@jest/globals";
import { checkLaw } from "../../../device/lanes/verdicts/check-law.ts";
import { firstScope, makeDeviceWorld, tap } from "../../factories/device/device-world.ts";
import { success } from "../../factories/device/fake-api.ts";

test("An accepted operation is kept for the 90 days of a cursor by the server's calendar, and an open conflict for good", async () => {
  const world = makeDeviceWorld();
  const device = await world.open();
  await device.signIn(world.tokens());
  const scope = await firstScope(device);
  world.api.judge = ({ clientOperationId }) =>
    clientOperationId === "conflicted" ? "STALE_REVISION" : "ACCEPTED";
  for (const id of ["accepted", "conflicted"]) {
    const operation = await scope.enqueue(tap(id));
    await operation.verdict();
  }
  const readOn = async (serverTime: string) => {
    world.intercept = ({ method, path }) =>
      method === "GET" && path.includes("/sync?")
        ? success({ serverCursor: "cursor", scopeState: "ACTIVE" }, serverTime)
        : null;
    await scope.refresh();
    return (await scope.operations()).map(({ clientOperationId }) => clientOperationId);
  };

  const first = await readOn("2026-01-05T08:00:00.000Z");
  // The device's own clock may be years off.
  world.clock.jump(5 * 365 * 86_400_000);
  const within = await readOn("2026-04-05T08:00:00.000Z");
  const after = await readOn("2026-04-08T08:00:00.000Z");

  expect([first, within]).toEqual([
    ["accepted", "conflicted"],
    ["accepted", "conflicted"],
  ]);
  expect(after).toEqual(["conflicted"]);
  expect(await world.rows("select client_operation_id from sync_receipt")).toEqual([
    { client_operation_id: "conflicted" },
  ]);
  expect(await checkLaw(world.disk.open(), scope.scopeId)).toBeNull();
});
