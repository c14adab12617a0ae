import { afterEach, expect, test } from "@jest/globals";
import { sql } from "kysely";
import type { FeatureSettlement } from "../../activities/sync/feature-settlement.ts";
import { quickLogSettlement } from "../../activities/quick-log/quick-log-settlement.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import { settleAll, settlementDeps } from "../factories/sync/settlement.ts";
import {
  admissionDeps,
  buildScope,
  queued,
  submit,
  type BuiltScope,
} from "../factories/sync/sync.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em, ownerUrl } = await useOrm(await useOwnDatabase());
afterEach(() => moveClock(ownerUrl, 0));

test("five batches that always fail do not starve the sixth, once it would succeed", async () => {
  const scope = await scopeWithBatches(6);
  const all = await batches(scope);
  const sixth = all[5]?.id;
  await settleAll(
    failing(() => true, byFault),
    scope,
  );
  const deps = failing((id) => id !== sixth, byFault);
  for (let round = 1; round <= 3; round += 1) {
    await moveClock(ownerUrl, round * 400);
    await settleAll(deps, scope);
  }
  expect((await batches(scope))[5]?.status).toBe("SETTLED");
});

test("a slice that always exceeds its statement timeout is bisected, and the one batch is skipped", async () => {
  const scope = await scopeWithBatches(3);
  const slow = (await batches(scope))[1]?.id;
  const deps = failing(
    (id) => id === slow,
    async (tx) => {
      await sql`select set_config('statement_timeout', '50ms', true)`.execute(tx.getKysely());
      await sql`select pg_sleep(1)`.execute(tx.getKysely());
      return [];
    },
  );
  await settleAll(deps, scope);
  expect(await batches(scope)).toMatchObject([
    { status: "SETTLED" },
    { status: "ADMITTED", attempts: 1, code: "SQLSTATE_57014" },
    { status: "SETTLED" },
  ]);
});

async function batches({ deviceId }: BuiltScope) {
  const { rows } = await sql<{ id: string; status: string; attempts: number; code: string | null }>`
    select id, status, settle_attempts as attempts, failure_code as code from sync_batch
    where device_id = ${deviceId} order by admitted_at, id`.execute(em.fork().getKysely());
  return rows;
}

/** Settlement that fails in the given way for some batches. */
function failing(isBad: (batchId: string) => boolean, how: FeatureSettlement["settle"]) {
  const settlement: FeatureSettlement = {
    ...quickLogSettlement,
    settle: async (tx, slice) =>
      slice.batches.some(({ batchId }) => isBad(batchId))
        ? await how(tx, slice)
        : await quickLogSettlement.settle(tx, slice),
  };
  return settlementDeps(em, [settlement]);
}

async function scopeWithBatches(count: number): Promise<BuiltScope> {
  const scope = await buildScope(em);
  for (let index = 0; index < count; index += 1) {
    await submit(admissionDeps(em), scope, [
      queued("quick-log.complete-task", { taskId: scope.deviceId }),
    ]);
  }
  return scope;
}

async function byFault(): Promise<never> {
  throw new RangeError("planted");
}
