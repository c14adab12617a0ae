import { expect, test } from "@jest/globals";
import type { HttpRequest } from "../../../device/ports/http.ts";
import type { Scope } from "../../../device/types.ts";
import { makeCoachWorld, taskOf as rowOf } from "../../factories/device/coach-world.ts";
import { firstScope, makeDeviceWorld } from "../../factories/device/device-world.ts";
import { success } from "../../factories/device/fake-api.ts";
import { dayWith, taskOf } from "../../factories/device/read-day.ts";
import { eventually } from "../../factories/eventually.ts";

const TODAY = "/api/v1/client/today?date=2026-01-05";

test("The device itself reads what is in conflict, once for all conflicts that arrive together", async () => {
  const { world, scope, reads } = await signedIn();
  world.isOnline = false;
  await tapOn(scope, "one");
  await tapOn(scope, "two");
  world.isOnline = true;
  reads.count = 0;
  await tapOn(scope, "three");

  await passing(world, async () => (await readFlags(scope)) === "true true true");
  expect(reads.count).toBe(1);
  expect((await scope.operations())[0]?.verdict?.allowedResolutions).toContain("RESUBMIT");
});

test("A conflict that the app has read costs no second read", async () => {
  const { world, scope, reads } = await signedIn();
  await tapOn(scope, "one");
  await eventually(
    async () => await readFlags(scope),
    (flags) => flags === "false",
  );
  reads.count = 0;
  await scope.refresh();
  // The pause before a read by the device itself ends meanwhile.
  await passing(world, async () => world.clock.monotonic() > 5_000);

  expect(reads.count).toBe(1);
});

test("A conflict that cannot be read for lack of a connection is read when there is one again", async () => {
  const { world, scope, reads } = await signedIn();
  reads.areLost = true;
  await tapOn(scope, "one");
  await passing(world, async () => reads.count > 2);
  const unread = await readFlags(scope);
  reads.areLost = false;
  await passing(world, async () => (await readFlags(scope)) === "true");

  expect(unread).toBe("false");
});

test("A device that is closed reads no conflict any more", async () => {
  const { world, device, scope, reads } = await signedIn();
  await tapOn(scope, "one");
  await eventually(
    async () => await readFlags(scope),
    (flags) => flags === "false",
  );
  reads.count = 0;
  await device.close();
  await passing(world, async () => world.clock.monotonic() > 20_000);

  expect(reads.count).toBe(0);
});

test("A coach's conflict about a row of the inbox is read by the row, without a refresh of the scope", async () => {
  const world = makeCoachWorld(1);
  world.tasks = [rowOf("row", 1)];
  const device = await world.signedIn();
  await device.sync();
  const path = "/api/v1/coach/workspaces/018f0000-0000-7000-8000-0000000000aa/coach-tasks/row";
  world.api.judge = () => conflictAt(path);
  const inbox = await device.part("inbox");
  await inbox.act({ act: "PIN", taskId: "row", callId: "act" });
  const scope = await firstScope(device);

  await passing(world, async () => (await readFlags(scope)) === "true");
  expect(world.log).toContain(path);
});

/** Lets time pass, second by second, until a condition holds. */
async function passing(
  { clock }: { readonly clock: { advance(ms: number): void } },
  condition: () => Promise<boolean>,
): Promise<void> {
  const isMet = async () => {
    clock.advance(1_000);
    return await condition();
  };
  await eventually(isMet, (met) => met);
}

/** Whether the newest state of each entry was read. */
const readFlags = async (scope: Scope) =>
  (await scope.operations()).map(({ latestRead }) => String(latestRead)).join(" ");

async function tapOn(scope: Scope, clientOperationId: string): Promise<void> {
  const payload = { taskId: "task" };
  await scope.enqueue({ clientOperationId, operationType: "today.complete", payload });
}

/** A client whose entries all end in a conflict about the present day. */
async function signedIn() {
  const world = makeDeviceWorld();
  const reads = { count: 0, areLost: false };
  world.today = dayWith([taskOf(1, "PENDING")]);
  world.intercept = ({ method, path }: HttpRequest) => {
    if (method !== "GET" || !(path.split("?")[0] ?? "").endsWith("/sync")) return null;
    reads.count += 1;
    if (reads.areLost) return { kind: "SILENCE", reason: "UNREACHABLE" };
    return success({ serverCursor: "cursor", scopeState: "ACTIVE" });
  };
  const device = await world.open();
  await device.signIn(world.tokens());
  const scope = await firstScope(device);
  await scope.refresh();
  world.api.judge = ({ clientOperationId }) => ({
    ...conflictAt(TODAY),
    receiptId: `018f0000-0000-7000-8000-${clientOperationId.padStart(12, "0")}`,
  });
  return { world, device, scope, reads };
}

/** A conflict whose newest state is at a path. */
function conflictAt(path: string) {
  return {
    status: "CONFLICT",
    receiptId: "018f0000-0000-7000-8000-0000000000c1",
    acceptedRevision: null,
    canonicalIds: [],
    category: "STALE_REVISION",
    conflictCode: "STALE_REVISION",
    allowedResolutions: ["REFRESH", "RESUBMIT", "DISCARD"],
    refetch: [{ entityType: "agenda_task", entityId: "task", path, reason: "STALE" }],
  };
}
