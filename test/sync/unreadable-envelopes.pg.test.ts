import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { sql } from "kysely";
import { settleDevice } from "../../activities/sync/settlement/settle-device.ts";
import { openDatabase } from "../../db/orm.ts";
import { createPlantTable, PLANT, plantFeature } from "../factories/plant-feature.ts";
import { settlementDeps } from "../factories/settlement.ts";
import { admissionDeps, buildScope, queued, submit } from "../factories/sync.ts";
import { openTestDatabase } from "../harness/database.ts";

const files = await openTestDatabase();
const database = openDatabase({ url: files.appUrl, poolSize: 4, applicationName: "test" });
const { em } = database;
const features = [plantFeature()];
beforeAll(() => createPlantTable(files.ownerUrl));
afterAll(() => database.close());

test("Operations that can no longer be read keep no other from being tried", async () => {
  const scope = await buildScope(em);
  const plant = (localId: string) => queued(PLANT, { localId, outcome: "crashes once" });
  const old = Array.from({ length: 6 }, (_, index) => plant(`old ${index}`));
  const good = plant("good");
  await submit(admissionDeps(em, features), scope, [...old, good]);
  const ids = old.map(({ clientOperationId }) => clientOperationId);
  await sql`
    update deferred_operation set envelope = '{"of":"another time"}', next_attempt_at = clock_now()
    where client_operation_id = any(${ids}::text[])
  `.execute(em.fork().getKysely());
  const settle = (retryNow: boolean) =>
    settleDevice(settlementDeps(em, [], features), { deviceId: scope.deviceId, retryNow });
  await expect(settle(true)).rejects.toThrow();
  // A slow machine does not go through all of them in one call.
  for (let call = 0; call < 8; call += 1) await settle(false).catch(() => undefined);
  const { results } = await submit(admissionDeps(em, features), scope, [good, ...old]);
  expect(results[0]?.status).toBe("ALREADY_ACCEPTED");
  expect(new Set(results.slice(1).map(({ rejectionCode }) => rejectionCode))).toEqual(
    new Set(["TEMPORARILY_UNPROCESSED"]),
  );
});
