import { expect, test } from "@jest/globals";
import { assignProgram } from "../../factories/device/assigned-program.ts";
import { buildRealPhone, onlyScope, type RealPhone } from "../../factories/device/real-phone.ts";
import { registeredDevice, sync } from "../../factories/sync/phone.ts";
import { queued } from "../../factories/sync/sync.ts";
import { useApi } from "../../harness/use-api.ts";

const { api, issuer } = await useApi();

test("A phone that has the newest day and program reads nothing but the changes of its scope", async () => {
  const { phone, device, scope } = await signedIn();
  const program = await assignProgram(api, phone.pair);
  await scope.refresh();
  const followed = await (await scope.part("program")).current();
  const since = phone.network.requests.length;

  await scope.refresh();
  const unchanged = pathsSince(phone, since);
  await program.end();
  await scope.refresh();
  await scope.refresh();
  const ended = pathsSince(phone, since + unchanged.length);
  const afterwards = await (await scope.part("program")).current();
  await device.close();

  expect(followed).toMatchObject({
    assignmentId: program.assignmentId,
    program: { title: "Strength" },
  });
  expect(afterwards).toBeNull();
  expect(unchanged).toEqual([SYNC]);
  // The end of the program withdraws the tasks of the day, once.
  expect(ended.filter((path) => path === SYNC)).toHaveLength(2);
});

test("An entry from another phone of the client is read with the day, once", async () => {
  const { phone, device, scope } = await signedIn();
  await scope.refresh();
  const since = phone.network.requests.length;
  const { pair, agenda } = phone;
  const other = { pair, agenda, token: pair.clientToken, relationshipId: pair.relationshipId };
  const deviceId = await registeredDevice(api, pair.clientToken);
  const tap = queued("quick-log.complete-task", { taskId: agenda.habit.id });
  await sync(api, { ...other, deviceId }, [tap]);

  await scope.refresh();
  await scope.refresh();
  const paths = pathsSince(phone, since);
  const today = await scope.today();
  await device.close();

  expect(paths).toEqual([SYNC, "/api/v1/client/today", SYNC]);
  const habit = today?.tasks.find(({ taskId }) => taskId === agenda.habit.id);
  expect(habit).toMatchObject({ accepted: { status: "COMPLETED" }, waiting: 0 });
});

const SYNC = "sync";

/** A phone whose person is signed in, and its scope. */
async function signedIn() {
  const phone = await buildRealPhone(api, issuer);
  const device = await phone.open();
  await device.signIn(phone.tokens);
  return { phone, device, scope: await onlyScope(device) };
}

/** Paths without query, from a number of requests on; the read of the scope by its last part. */
function pathsSince({ network }: RealPhone, since: number): readonly string[] {
  return network.requests.slice(since).map(({ path }) => {
    const [named = ""] = path.split("?");
    return named.endsWith("/sync") ? SYNC : named;
  });
}
