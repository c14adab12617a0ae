import { expect, jest, test } from "@jest/globals";
import { errorOf, wireFault } from "../../../device/adapters/web/tabs/wire-fault.ts";
import * as awaitVerdict from "../../../device/outbox/await-verdict.ts";
import * as listOperations from "../../../device/outbox/list-operations.ts";
import * as previewAction from "../../../device/outbox/preview-action.ts";
import { SqlFault } from "../../../device/ports/sql.ts";
import * as signIn from "../../../device/session/sign-in.ts";
import { isScopeClosed } from "../../../device/store/load-scope.ts";
import type { Scope } from "../../../device/types.ts";

/** Scripts that cannot be loaded now. One that was loaded stays loaded, as in a browser. */
const missing = new Set<object>();
const loaded = <Script extends object>(script: Script): Script => {
  if (missing.has(script)) throw new TypeError("Failed to fetch dynamically imported module");
  return script;
};
jest.unstable_mockModule("../../../device/outbox/await-verdict.ts", () => loaded(awaitVerdict));
jest.unstable_mockModule("../../../device/outbox/list-operations.ts", () => loaded(listOperations));
jest.unstable_mockModule("../../../device/outbox/preview-action.ts", () => loaded(previewAction));
jest.unstable_mockModule("../../../device/session/sign-in.ts", () => loaded(signIn));
const { firstScope, makeDeviceWorld, tap } = await import("../../factories/device/device-world.ts");

test("A sign-in whose code cannot be loaded stores no token, and the next one succeeds", async () => {
  const world = makeDeviceWorld();
  const device = await world.open();
  missing.add(signIn);
  const outcome = await device.signIn(world.tokens());
  const { session } = await device.state();
  missing.clear();

  expect([outcome, session]).toEqual(["UNREACHABLE", "NONE"]);
  expect(await device.signIn(world.tokens())).toBe("SIGNED_IN");
});

test("A queue whose code cannot be loaded is sent all the same, and shown at the next use", async () => {
  const { world, device, scope } = await signedIn();
  missing.add(listOperations);
  const operation = await scope.enqueue(tap("entry"));
  await device.sync();
  const failed = await Promise.allSettled([
    scope.operations(),
    scope.operation("entry"),
    operation.state(),
  ]);
  missing.clear();

  expect(failed.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
  expect(world.api.effects).toEqual(["entry"]);
  expect(await scope.operations()).toMatchObject([{ status: "ACCEPTED" }]);
  expect(await scope.operation("entry")).not.toBeNull();
});

test("A verdict whose code cannot be loaded is asked for again", async () => {
  const { scope } = await signedIn();
  missing.add(awaitVerdict);
  const operation = await scope.enqueue(tap("entry"));
  await expect(operation.verdict()).rejects.toThrow("Failed to fetch");
  missing.clear();

  expect((await operation.verdict()).status).toBe("ACCEPTED");
});

test("A prediction whose code cannot be loaded is unsure and prevents no action", async () => {
  const { scope } = await signedIn();
  missing.add(previewAction);
  const prediction = await scope.preview(tap("entry"));
  const operation = await scope.enqueue(tap("entry"));
  missing.clear();

  expect(prediction).toEqual({ kind: "UNSURE" });
  expect((await operation.verdict()).status).toBe("ACCEPTED");
});

test.each<[string, (scope: Scope) => Promise<unknown>]>([
  ["operations", async (scope) => await scope.operations()],
  ["operation", async (scope) => await scope.operation("entry")],
  ["preview", async (scope) => await scope.preview(tap("other"))],
])(
  "With a storage that fails, %s reports the fault, and works once it is mended",
  async (_, read) => {
    const { world, scope } = await signedIn();
    await (await scope.enqueue(tap("entry"))).verdict();
    world.disk.fail("CORRUPT");
    const fault = await read(scope).catch((error: unknown) => error);
    world.disk.fail(null);

    expect(fault).toBeInstanceOf(SqlFault);
    expect(await read(scope)).not.toBeNull();
    expect(world.api.effects).toEqual(["entry"]);
  },
);

test("A verdict that a failing storage hides is reported as that fault, and is there once the storage is mended", async () => {
  const { world, device, scope } = await signedIn();
  world.isOnline = false;
  const operation = await scope.enqueue(tap("entry"));
  const waiting = operation.verdict().catch((error: unknown) => error);
  await device.sync();
  world.disk.fail("CORRUPT");
  // Any change makes the waiting call look again.
  await scope.enqueue(tap("later")).catch(() => null);
  await device.sync().catch(() => null);
  const early = await Promise.race([operation.verdict().catch((error: unknown) => error), waiting]);
  world.disk.fail(null);
  world.isOnline = true;
  await device.sync();

  expect(early).toBeInstanceOf(SqlFault);
  expect((await operation.verdict()).status).toBe("ACCEPTED");
});

test("Only a scope that a sign-out closed hides what a page shows, also to a page in another tab", async () => {
  const { device, scope } = await signedIn();
  await scope.today();
  await device.signOut();
  const closed = await scope.operations().catch((error: unknown) => error);
  const inTab = errorOf(wireFault(closed));
  const others = [new TypeError("Failed to fetch dynamically imported module"), fault("FULL")];

  expect(isScopeClosed(inTab)).toBe(true);
  expect(others.map((error) => isScopeClosed(errorOf(wireFault(error))))).toEqual([false, false]);
});

const fault = (kind: SqlFault["kind"]) => new SqlFault(kind, "The test breaks the storage.");

async function signedIn() {
  const world = makeDeviceWorld();
  const device = await world.open();
  await device.signIn(world.tokens());
  return { world, device, scope: await firstScope(device) };
}
