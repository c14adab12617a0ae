import { expect, test } from "@jest/globals";
import type { VerdictCode } from "../../../contract/sync/vocabulary.ts";
import type { HttpOutcome, HttpRequest } from "../../../device/ports/http.ts";
import type { Scope } from "../../../device/types.ts";
import {
  type DeviceWorld,
  firstScope,
  makeDeviceWorld,
  tap,
} from "../../factories/device/device-world.ts";
import { success } from "../../factories/device/fake-api.ts";
import { eventually } from "../../factories/eventually.ts";

const HOUR = 3_600_000;

test.each(["TEMPORARILY_UNPROCESSED", "TASK_WITHHELD", "DAY_NOT_OPEN"] as const)(
  "After %s the device reads the scope before it sends the operation again, also after a restart",
  async (code) => {
    for (const isRestarted of [false, true]) {
      const { world, calls, scope } = await refused(code);
      world.api.judge = () => "ACCEPTED";
      const shown = isRestarted ? await firstScope(await world.open()) : scope;
      world.clock.advance(HOUR);
      await eventually(
        async () => await statusOf(shown),
        (status) => status === "ACCEPTED",
      );

      expect(calls).toEqual(["SEND", "READ", "SEND"]);
    }
  },
);

test("An operation that was not sent before is sent without a read", async () => {
  const { world, calls, scope } = await refused("TEMPORARILY_UNPROCESSED");
  world.api.judge = () => "ACCEPTED";
  await scope.enqueue(tap("another"));
  await eventually(
    async () => await statusOf(scope, "another"),
    (status) => status === "ACCEPTED",
  );

  expect(calls).toEqual(["SEND", "SEND"]);
});

test("An operation whose retry follows a read without an answer is sent, and waits for the connection", async () => {
  const { world, calls, scope } = await refused("TEMPORARILY_UNPROCESSED");
  world.api.judge = () => "ACCEPTED";
  world.isOnline = false;
  world.clock.advance(HOUR);
  await eventually(
    async () => calls.length,
    (count) => count >= 3,
  );
  const waiting = await statusOf(scope);
  world.isOnline = true;
  world.clock.advance(HOUR);
  await eventually(
    async () => await statusOf(scope),
    (status) => status === "ACCEPTED",
  );

  expect(waiting).toBe("QUEUED");
});

test.each(["DEPENDENCY_PENDING", "MEDIA_PENDING", "OPERATION_UNKNOWN"] as const)(
  "After %s the device reads nothing before a retry, because no newer state would help",
  async (code) => {
    const { world, calls, scope } = await refused(code);
    world.clock.advance(HOUR);
    await scope.enqueue(tap("another"));
    await eventually(
      async () => calls.filter((call) => call === "SEND").length,
      (count) => count >= 2,
    );

    expect(calls).not.toContain("READ");
  },
);

/** A client whose tap the server could not decide, and the later calls about the scope. */
async function refused(code: VerdictCode) {
  const world = makeDeviceWorld();
  const device = await world.open();
  await device.signIn(world.tokens());
  const scope = await firstScope(device);
  await device.sync();
  const calls: string[] = [];
  world.intercept = (request) => counted(world, request, calls);
  world.api.judge = () => code;
  await scope.enqueue(tap("tap"));
  await eventually(
    async () => world.rows(LAST_RESULTS),
    ([row]) => Number(row?.["count"]) === 1,
  );
  return { world, calls, scope };
}

const LAST_RESULTS = "select count(*) as count from sync_operation where last_result is not null";

function counted(
  { isOnline }: DeviceWorld,
  { method, path }: HttpRequest,
  calls: string[],
): HttpOutcome | null {
  if (!path.split("?")[0]?.endsWith("/sync")) return null;
  calls.push(method === "GET" ? "READ" : "SEND");
  if (!isOnline) return { kind: "SILENCE", reason: "UNREACHABLE" };
  return method === "GET" ? success({ serverCursor: "cursor", scopeState: "ACTIVE" }) : null;
}

async function statusOf(scope: Scope, id = "tap"): Promise<string | undefined> {
  return (await (await scope.operation(id))?.state())?.status;
}
