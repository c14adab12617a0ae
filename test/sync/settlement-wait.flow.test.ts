import { afterAll, expect, test } from "@jest/globals";
import { openDatabase } from "../../db/open-database.ts";
import { SyncBatch } from "../../db/sync/sync-batch.ts";
import { noteWatched } from "../../db/platform/scopes/watched-workspaces.ts";
import { eventually } from "../factories/eventually.ts";
import { settlementDeps } from "../factories/sync/settlement.ts";
import {
  admissionDeps,
  buildScope,
  queued,
  submit,
  type BuiltScope,
} from "../factories/sync/sync.ts";
import { startActors } from "../factories/workers/actors.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { openNamespace } from "../harness/namespace.ts";

const { appUrl } = await useOwnDatabase();
const database = openDatabase({ url: appUrl, poolSize: 16, applicationName: "test" });
const { em } = database;
// Batches keep each other company in one lane only.
const settlement = { ...settlementDeps(em), lanes: 1 };
const actors = await startActors({ ...(await openNamespace()), settlement });
afterAll(async () => {
  await actors.stop();
  await database.close();
});

/** Longer than any test waits. */
const FOR_EVER_MS = 3_600_000;

test("an ordinary batch is settled once it has waited, sooner if somebody follows the workspace", async () => {
  const [quiet, followed] = [await buildScope(em), await buildScope(em)];
  await noteWatched(em.fork(), [followed.workspaceId], 90);
  // One after the other: a lane that wakes for one settles the other early.
  for (const [scope, waitMs] of [[quiet, 500] as const, [followed, FOR_EVER_MS] as const]) {
    await complete(scope, waitMs);
    const { nextSettleAt, settledAt } = await settled(scope);
    expect(settledAt?.getTime()).toBeGreaterThanOrEqual(nextSettleAt.getTime());
  }
});

test("an ordinary batch is settled together with one that cannot wait", async () => {
  const [waiting, urgent] = [await buildScope(em), await buildScope(em)];
  await complete(waiting, FOR_EVER_MS);
  const { meal } = urgent.agenda;
  await submit(admissionDeps(em), urgent, [
    queued("quick-log.skip", { taskId: meal.id, reason: "NO_TIME" }),
  ]);
  await settled(urgent);
  const { nextSettleAt, settledAt } = await settled(waiting);
  expect(settledAt?.getTime()).toBeLessThan(nextSettleAt.getTime());
});

async function complete(scope: BuiltScope, settlementWaitMs: number): Promise<void> {
  const { habit } = scope.agenda;
  await submit({ ...admissionDeps(em), settlementWaitMs }, scope, [
    queued("quick-log.complete-task", { taskId: habit.id }),
  ]);
}

function settled({ relationshipId }: BuiltScope): Promise<SyncBatch> {
  return eventually(
    () => em.fork().findOneOrFail(SyncBatch, { relationshipId }),
    ({ status }) => status === "SETTLED",
  );
}
