import { expect, test } from "@jest/globals";
import {
  type DeviceWorld,
  firstScope,
  makeDeviceWorld,
  tap,
} from "../../factories/device/device-world.ts";
import { problem } from "../../factories/device/fake-api.ts";

/** A phone whose sign-in got everything but an answer to its registration. */
async function unregistered() {
  const world = makeDeviceWorld();
  const device = await world.open();
  world.intercept = ({ path }) =>
    path.endsWith("/client/devices") ? { kind: "SILENCE", reason: "CUT_OFF" } : null;
  await device.signIn(world.tokens());
  world.intercept = () => null;
  return { world, device, scope: await firstScope(device) };
}

/** The server no longer knows the relationship, and has no order for a device that registers only now. */
function endBeforeRegistration(world: DeviceWorld): void {
  world.intercept = ({ path }) => (path.includes("/sync") ? problem({ code: "NOT_FOUND" }) : null);
}

test("A phone whose registration was lost registers with its next read, although nothing waits to be sent", async () => {
  const { world, device, scope } = await unregistered();

  expect(await scope.refresh()).toBe("READ");
  expect(world.api.devices).toHaveLength(1);
  expect((await device.state()).session).toBe("SIGNED_IN");
});

test("A read of a device that the server refuses registers again once, and reads under the new one", async () => {
  const { world, scope } = await unregistered();
  await scope.refresh();
  const asked: (string | undefined)[] = [];
  let refusals = 1;
  world.intercept = ({ method, path }) => {
    if (method !== "GET" || !path.includes("/sync?")) return null;
    asked.push(/deviceId=([^&]+)/.exec(path)?.[1]);
    refusals -= 1;
    return refusals >= 0 ? problem({ code: "DEVICE_REVOKED" }) : null;
  };
  const read = await scope.refresh();
  const devices = [...world.api.devices];
  refusals = 9;
  const refusedForGood = await scope.refresh();

  expect([read, refusedForGood]).toEqual(["READ", "OFFLINE"]);
  expect(asked.slice(0, 2)).toEqual(devices);
  expect(world.api.devices).toHaveLength(3);
  expect(asked).toHaveLength(4);
});

test("Without a connection the read of an unregistered phone says so, and the next one registers", async () => {
  const { world, scope } = await unregistered();
  world.isOnline = false;
  expect(await scope.refresh()).toBe("OFFLINE");

  world.isOnline = true;
  expect(await scope.refresh()).toBe("READ");
});

test("A scope that was never read is forgotten if its relationship ended before the phone was registered", async () => {
  const { world, device, scope } = await unregistered();
  endBeforeRegistration(world);

  expect(await scope.refresh()).toBe("LOCKED");
  expect(await device.scopes()).toEqual([]);
  expect(await world.rows("select * from cache_scope")).toEqual([]);
});

test("A scope in which a person has entered something stays, although the server does not know it", async () => {
  const { world, device, scope } = await unregistered();
  endBeforeRegistration(world);
  await scope.enqueue(tap("entered-early"));

  await scope.refresh();
  expect(await device.scopes()).toHaveLength(1);
  expect(await world.rows("select * from sync_operation")).toHaveLength(1);
});
