import { expect, test } from "@jest/globals";
import { isJsonObject, parseJson } from "../../device/json.ts";
import type { Device } from "../../device/types.ts";
import { PurgeOrder } from "../../db/sync/purge-order.ts";
import { buildRealPhone, onlyScope, type RealPhone } from "../factories/device/real-phone.ts";
import { eventually } from "../factories/eventually.ts";
import { registeredDevice } from "../factories/sync/phone.ts";
import { useApi } from "../harness/use-api.ts";

const { api, issuer } = await useApi();

test("A device reset deletes nothing on the phone until its order arrives, and then all of the former device", async () => {
  const phone = await buildRealPhone(api, issuer);
  const { accessToken } = phone.tokens;
  const device = await phone.open();
  await device.signIn(phone.tokens);
  const scope = await onlyScope(device);
  await scope.refresh();
  phone.network.failBy(() => "UNREACHABLE");
  const payload = { taskId: phone.agenda.habit.id };
  await scope.enqueue({ operationType: "quick-log.complete-task", payload });
  const { installationId, deviceId } = idsOf(phone);
  const before = await shownOn(device);

  await registeredDevice(api, accessToken, { installationId, reset: true });
  await device.sync();
  const offline = await shownOn(device);
  // The connection is back, but the registration that brings the order gets no answer.
  phone.network.failBy(({ path }) => (path.endsWith("/client/devices") ? "ANSWER_LOST" : null));
  await device.sync();
  const unordered = await shownOn(device);
  phone.network.failBy(() => null);
  const purged = await eventually(
    async () => {
      await device.sync();
      return await shownOn(device);
    },
    ({ operations }) => operations === 0,
  );
  const orders = await eventually(
    async () => await api.deps.database.em.fork().find(PurgeOrder, { deviceId }),
    ([order]) => order?.acknowledgedAt !== null,
  );

  expect(before).toMatchObject({ operations: 1 });
  expect(before.tasks).toBeGreaterThan(0);
  expect([offline, unordered]).toEqual([before, before]);
  expect(purged).toMatchObject({ operations: 0 });
  expect(orders).toMatchObject([
    { trigger: "DEVICE_RESET", queue: "DELETE", acknowledgedAt: expect.any(Date) },
  ]);

  await device.signIn(phone.tokens);
  const next = await onlyScope(device);
  await next.refresh();
  const again = await next.enqueue({ operationType: "quick-log.complete-task", payload });
  await device.sync();
  expect((await again.verdict()).status).toBe("ACCEPTED");
  await device.close();
});

/** The operations and tasks that the phone shows, whatever their state. */
async function shownOn(device: Device) {
  const [scope] = await device.scopes();
  const operations = (await scope?.operations()) ?? [];
  const tasks = (await scope?.today())?.tasks ?? [];
  return { operations: operations.length, tasks: tasks.length };
}

/** The ids under which the phone is known: of the installation, and of its registration. */
function idsOf({ network }: RealPhone) {
  const registration = network.requests.find(({ path }) => path.endsWith("/client/devices"));
  const body = parseJson(registration?.body ?? "");
  const read = network.requests.find(({ path }) => path.includes("/sync?"));
  return {
    installationId: isJsonObject(body) ? body["installationId"] : null,
    deviceId: new URLSearchParams(read?.path.split("?")[1]).get("deviceId") ?? "",
  };
}
