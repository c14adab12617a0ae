import { beforeAll, describe, expect, test } from "@jest/globals";
import type { Operation } from "../../contract/sync/schema.ts";
import { newId } from "../../db/platform/new-id.ts";
import { tables } from "../../db/tables.ts";
import { createPlantTable, PLANT, plantFeature } from "../factories/sync/features/plant-feature.ts";
import { settleAll, settlementDeps } from "../factories/sync/settlement.ts";
import {
  admissionDeps,
  type BuiltScope,
  buildScope,
  queued,
  submit,
} from "../factories/sync/sync.ts";
import { campaignSize } from "../harness/campaign.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em, ownerUrl } = await useOrm(await useOwnDatabase());
const features = [plantFeature()];
const deps = admissionDeps(em, features);
const settling = settlementDeps(em, [], features);
beforeAll(() => createPlantTable(ownerUrl));

/** Four processes, each with its own queue. */
const processes = Array.from({ length: 4 }, () => admissionDeps(em, features));

describe("a batch whose operations were all known before it was named (docs/rooms/workouts.md#sync)", () => {
  test("is reported once, without another batch, however often and concurrently it is sent", async () => {
    const cases = [
      { second: plant(), type: "MobileWorkoutSyncBatchAccepted", counts: [2, 2] },
      { second: plant("refused"), type: "WorkoutSyncBatchPartiallyRejected", counts: [2, 1] },
    ];
    for (const { second, type, counts } of cases) {
      const scope = await buildScope(em);
      const operations = [plant(), second];
      await submit(deps, scope, operations);
      await settle(scope);
      expect(await eventTypesOf(scope)).toEqual([]);
      const clientBatchId = newId();
      await Promise.all(
        processes.map((process) => submit(process, scope, operations, { clientBatchId })),
      );
      const once = [{ type, subjectId: clientBatchId, counts }];
      expect(await eventTypesOf(scope)).toEqual(once);
      await submit(deps, scope, operations, { clientBatchId });
      await submit(deps, scope, [plant()]);
      await settle(scope);
      expect(await eventTypesOf(scope)).toEqual(once);
    }
  });

  test("is reported with the verdict on its one waiting operation", async () => {
    const scope = await buildScope(em);
    const operations = [plant(), plant("crashes once")];
    await submit(deps, scope, operations);
    const clientBatchId = newId();
    await submit(deps, scope, operations, { clientBatchId });
    expect(await eventTypesOf(scope)).toEqual([]);
    await settle(scope);
    expect(await eventTypesOf(scope)).toEqual([
      { type: "MobileWorkoutSyncBatchAccepted", subjectId: clientBatchId, counts: [2, 2] },
    ]);
  });

  test("is reported once while its waiting operation is decided and settled concurrently", async () => {
    for (let round = 0; round < campaignSize("RACE_ROUNDS", 6); round += 1) {
      const scope = await buildScope(em);
      const operations = [plant(), plant("crashes once")];
      await submit(deps, scope, operations);
      const clientBatchId = newId();
      await Promise.all([settle(scope), submit(deps, scope, operations, { clientBatchId })]);
      await settle(scope);
      expect(await eventTypesOf(scope)).toMatchObject([{ subjectId: clientBatchId }]);
    }
  });
});

/** An operation that is accepted, unless another outcome is requested. */
function plant(outcome?: "refused" | "crashes once"): Operation {
  return queued(PLANT, { localId: newId(), ...(outcome && { outcome }) });
}

async function settle({ deviceId }: BuiltScope) {
  await settleAll(settling, { deviceId, retryNow: true });
}

async function eventTypesOf({ relationshipId }: BuiltScope) {
  const rows = await tables(em.fork())
    .selectFrom("outbox")
    .select(["type", "subjectId", "refs"])
    .where("consumer", "=", "event-feed")
    .where("type", "in", ["MobileWorkoutSyncBatchAccepted", "WorkoutSyncBatchPartiallyRejected"])
    .execute();
  return rows
    .filter(({ refs }) => refs["relationshipId"] === relationshipId)
    .map(({ type, subjectId, refs }) => ({
      type,
      subjectId,
      counts: [refs["operationCount"], refs["acceptedCount"]],
    }));
}
