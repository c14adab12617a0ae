import { expect, test } from "@jest/globals";
import type { HttpOutcome, HttpSilence } from "../../../device/ports/http.ts";
import {
  type DeviceWorld,
  firstScope,
  makeDeviceWorld,
  tap,
} from "../../factories/device/device-world.ts";
import { problem } from "../../factories/device/fake-api.ts";

const silence = (reason: HttpSilence["reason"]): HttpOutcome => ({ kind: "SILENCE", reason });
const TOO_LARGE: HttpOutcome = {
  kind: "ANSWER",
  status: 413,
  headers: { "content-type": "text/html" },
  text: "<html>413</html>",
  roundTripMs: 5,
};

/** Whether the server may have an entry after its tries ended like this. */
const TRIES: readonly (readonly [title: string, outcomes: readonly HttpOutcome[], may: boolean])[] =
  [
    ["without a network", [silence("NOT_SENT")], false],
    ["twice without a network", [silence("NOT_SENT"), silence("NOT_SENT")], false],
    ["in vain, for a reason that the platform does not know", [silence("UNREACHABLE")], true],
    ["without an answer", [silence("TIMEOUT")], true],
    ["without a whole answer", [silence("CUT_OFF")], true],
    ["without an answer, then without a network", [silence("TIMEOUT"), silence("NOT_SENT")], true],
    ["without a network, then without an answer", [silence("NOT_SENT"), silence("TIMEOUT")], true],
    ["and stopped by a proxy that takes no such batch", [TOO_LARGE], false],
    ["while the server was overloaded", [problem({ code: "UNAVAILABLE" })], true],
    ["as one that the server cannot read", [problem({ code: "VALIDATION_FAILED" })], false],
  ];

test.each(TRIES)(
  "An entry that was tried %s says truly whether the server may have it, and its discard asks then",
  async (_title, outcomes, mayHaveArrived) => {
    const { world, scope, device } = await queued();
    const left = [...outcomes];
    world.intercept = ({ method, path }) =>
      method === "POST" && path.endsWith("/sync") ? (left.shift() ?? silence("NOT_SENT")) : null;
    for (const _ of outcomes) await device.sync();

    const centre = await scope.part("centre");
    expect((await centre.entries()).entries).toMatchObject([{ group: "WAITING", mayHaveArrived }]);
    expect(await centre.discard({ clientOperationId: "entry" })).toMatchObject({
      kind: mayHaveArrived ? "MAY_HAVE_ARRIVED" : "DISCARDED",
    });
  },
);

test("An entry that was being sent when the app was killed may have arrived, although there is no network afterwards", async () => {
  const { world } = await queued();
  await world.disk.open().write([
    {
      sql: `update sync_operation set status = 'SYNCING', sent_at = ?`,
      params: [-world.clock.now()],
    },
  ]);
  world.intercept = ({ path }) => (path.endsWith("/sync") ? silence("NOT_SENT") : null);
  const device = await world.open();
  await device.sync();
  const centre = await (await firstScope(device)).part("centre");

  expect((await centre.entries()).entries).toMatchObject([{ mayHaveArrived: true }]);
});

/** A phone with one entry, which was not tried yet. */
async function queued(): Promise<{
  world: DeviceWorld;
  device: Awaited<ReturnType<DeviceWorld["open"]>>;
  scope: Awaited<ReturnType<typeof firstScope>>;
}> {
  const world = makeDeviceWorld();
  const device = await world.open();
  await device.signIn(world.tokens());
  world.intercept = () => silence("NOT_SENT");
  const scope = await firstScope(device);
  await scope.enqueue(tap("entry"));
  return { world, device, scope };
}
