import { afterAll, expect, test } from "@jest/globals";
import { renewEpochs } from "../../../activities/sync/renew-epochs.ts";
import { openNodeSql } from "../../../device/adapters/node/node-sql.ts";
import { checkLaw } from "../../../device/lanes/verdicts/check-law.ts";
import { buildRealPhone, onlyScope, type RealPhone } from "../../factories/device/real-phone.ts";
import { registeredDevice, sync } from "../../factories/sync/phone.ts";
import { queued } from "../../factories/sync/sync.ts";
import { startApi, type TestApi } from "../../harness/api.ts";
import { copyTestDatabase, useOwnDatabase } from "../../harness/database.ts";
import { startTestIssuer } from "../../harness/test-issuer.ts";

const issuer = await startTestIssuer();
afterAll(() => issuer.close());

test("After a restore of the server from a backup, a phone brings back every entry once, and its chain of receipts starts again without a fault", async () => {
  const database = await useOwnDatabase();
  const first = await startApi({ issuer: issuer.issuer, database });
  const server = { ...first };
  const phone = await buildRealPhone(server, issuer);
  const device = await phone.open();
  await device.signIn(phone.tokens);
  const scope = await onlyScope(device);
  const drink = async (minute: number) => {
    await scope.enqueue(glass(phone.agenda.water.id, minute));
    await device.sync();
  };
  await drink(1);
  await first.close();
  const backup = await copyTestDatabase(database);
  const second = await startApi({ issuer: issuer.issuer, database });
  Object.assign(server, { url: second.url });
  await drink(2);
  await walkWithTablet(second, phone);
  await device.sync();
  await scope.enqueue(walk(phone.agenda.steps.id, 4_000, 40));
  await device.sync();
  const before = await scope.today();
  await second.close();

  const restored = await startApi({ issuer: issuer.issuer, database: backup });
  await renewEpochs(restored.deps.database.em, { page: 10 });
  Object.assign(server, { url: restored.url });
  const read = await scope.refresh();
  const waiting = (await scope.operations()).map(({ status }) => status);
  await device.sync();
  await device.sync();
  const after = await scope.today();
  const operations = await scope.operations();
  const { receiptFaults } = await device.state();
  await device.close();
  const sql = await openNodeSql(phone.file);
  const breach = await checkLaw(sql, scope.scopeId);
  await sql.close();
  await restored.close();

  const waterOf = (day: typeof after) =>
    day?.tasks.find(({ taskId }) => taskId === phone.agenda.water.id)?.accepted.completionSummary;
  expect(waterOf(before)?.value).toMatchObject({ current: 200, entryCount: 2 });
  expect(read).toBe("READ");
  expect(waiting.every((status) => status !== "REJECTED" && status !== "CONFLICTED")).toBe(true);
  expect(waterOf(after)?.value).toMatchObject({ current: 200, entryCount: 2 });
  expect(operations.map(({ status }) => status)).toEqual(["ACCEPTED", "ACCEPTED", "ACCEPTED"]);
  // The walk names a revision that was lost with the walk of the tablet, which is not back yet.
  expect(operations.map(({ verdict }) => verdict?.judgedOnRevision ?? null)).toEqual([
    null,
    null,
    expect.any(Number),
  ]);
  expect(receiptFaults).toBe(0);
  expect(breach).toBeNull();
});

/** Another phone of the client, which the restore takes the entry from. */
async function walkWithTablet(api: TestApi, { pair, agenda }: RealPhone): Promise<void> {
  const { clientToken: token, relationshipId } = pair;
  const deviceId = await registeredDevice(api, token);
  const tablet = { pair, agenda, token, relationshipId, deviceId };
  const { operationType, payload } = walk(agenda.steps.id, 3_000, 30);
  await sync(api, tablet, [queued(operationType, payload, { expectedRevision: 1 })]);
}

const walk = (taskId: string, value: number, minute: number) => ({
  operationType: "quick-log.record-value",
  payload: {
    taskId,
    metricKind: "STEPS",
    unit: "steps",
    value,
    sourceType: "MANUAL",
    recordedAt: new Date(Date.UTC(2026, 0, 5, 8, minute)).toISOString(),
  },
});

const glass = (taskId: string, minute: number) => ({
  operationType: "quick-log.record-value",
  payload: {
    taskId,
    metricKind: "WATER",
    unit: "ml",
    value: 100,
    sourceType: "MANUAL",
    recordedAt: new Date(Date.UTC(2026, 0, 5, 8, minute)).toISOString(),
  },
});
