import { expect, test } from "@jest/globals";
import { buildRealPhone, onlyScope } from "../factories/device/real-phone.ts";
import { useApi } from "../harness/use-api.ts";

const { api, issuer } = await useApi();

test("Ten entries made in a basement survive a kill, and each is accepted once when the phone is back online", async () => {
  const phone = await buildRealPhone(api, issuer);
  const before = await phone.open();
  await before.signIn(phone.tokens);
  const scope = await onlyScope(before);
  await scope.refresh();
  phone.network.failBy(() => "UNREACHABLE");
  const { water } = phone.agenda;
  const glass = (at: number) => ({
    operationType: "quick-log.record-value",
    payload: {
      taskId: water.id,
      metricKind: "WATER",
      unit: "ml",
      value: 100,
      sourceType: "MANUAL",
      recordedAt: new Date(Date.UTC(2026, 0, 5, 8, at)).toISOString(),
    },
  });
  const ids: string[] = [];
  for (let made = 0; made < 10; made += 1)
    ids.push((await scope.enqueue(glass(made))).clientOperationId);
  const offline = await scope.today();
  await phone.kill();

  const device = await phone.open();
  phone.network.failBy(() => null);
  const again = await onlyScope(device);
  const kept = await again.operations();
  await device.sync();
  const verdicts = await Promise.all(
    ids.map(async (id) => await (await again.operation(id))?.verdict()),
  );
  const today = await again.today();
  await device.close();

  const ofWater = (day: typeof today) => day?.tasks.find(({ taskId }) => taskId === water.id);
  expect(ofWater(offline)).toMatchObject({
    accepted: { completionSummary: { value: null } },
    expected: {
      value: 1_000,
      valuePlane: "WAITING",
      status: "IN_PROGRESS",
      statusPlane: "WAITING",
      sure: true,
    },
    waiting: 10,
  });
  expect(kept.map(({ status }) => status)).toEqual(ids.map(() => "QUEUED"));
  expect(verdicts.map((verdict) => verdict?.status)).toEqual(ids.map(() => "ACCEPTED"));
  expect(ofWater(today)).toMatchObject({
    accepted: { completionSummary: { value: { current: 1_000, entryCount: 10 } } },
    expected: null,
    waiting: 0,
  });
});
