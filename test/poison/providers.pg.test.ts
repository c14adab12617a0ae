import { afterAll, beforeEach, expect, test } from "@jest/globals";
import { retainProviderRecords } from "../../activities/providers/retain-provider-records.ts";
import { newId } from "../../db/platform/new-id.ts";
import { AuthProviderHealth } from "../../db/providers/auth-provider-health.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import { createPoisonedRows } from "../factories/db/poisoned-rows.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em, ownerUrl } = await useOrm(await useOwnDatabase());
const poison = await createPoisonedRows(ownerUrl);
afterAll(() => poison.close());
const faults: unknown[] = [];
const log = { error: (fields: unknown) => void faults.push(fields) };
beforeEach(() => moveClock(ownerUrl, 0));

test("a health check that cannot be summarised does not delay the others, is logged, and is summarised once it is repaired", async () => {
  const checkedAt = new Date(Date.now() - 31 * 86_400_000);
  for (let count = 0; count < 5; count += 1)
    await em.fork().insert(AuthProviderHealth, {
      id: newId(),
      providerKey: "google",
      status: "HEALTHY",
      latencyMs: 10,
      errorCode: null,
      checkedAt,
    });
  await poison.plant("auth_provider_health");
  const retained = await retainProviderRecords(em, {}, log);
  expect(retained).toEqual({ healthCount: 4, auditCount: 0, full: false, passedOver: [1] });
  expect(faults).toMatchObject([{ records: "PROVIDER_RECORDS", failureClass: "SQLSTATE_23000" }]);
  await poison.remove();
  expect(await retainProviderRecords(em, {}, log)).toEqual({
    healthCount: 1,
    auditCount: 0,
    full: false,
  });
});
