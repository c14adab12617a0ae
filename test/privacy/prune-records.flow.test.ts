import { afterAll, beforeEach, expect, test } from "@jest/globals";
import { ScheduleNotFoundError } from "@temporalio/client";
import { PRUNED_RECORDS } from "../../contract/privacy/vocabulary.ts";
import { newId } from "../../db/platform/new-id.ts";
import { ensureSchedules } from "../../workers/worker/ensure-schedules.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import { createPoisonedRows } from "../factories/db/poisoned-rows.ts";
import {
  buildPrunable,
  countPrunable,
  DAY,
  PRUNED_TABLES,
  SLICE,
} from "../factories/privacy/prunable.ts";
import { openWorkerStage } from "../factories/workers/worker-stage.ts";

const stage = await openWorkerStage();
const { em, client, taskQueue, ownerUrl } = stage;
afterAll(() => stage.close());
beforeEach(() => moveClock(ownerUrl, 0));

test("the scheduled workflow deletes expired records, slice by slice, and nothing else", async () => {
  await buildPrunable(em, { IDEMPOTENCY_KEYS: 2 * SLICE + 1 });
  const made = await countPrunable(em);
  await moveClock(ownerUrl, 401 * DAY);
  await buildPrunable(em);
  const all = await countPrunable(em);
  const packedWorkouts = 1;
  expect(await run()).toBe(Object.values(made).reduce((sum, count) => sum + count, packedWorkouts));
  const left = PRUNED_RECORDS.map((records) => [records, all[records] - made[records]]);
  expect(await countPrunable(em)).toEqual(Object.fromEntries(left));
  expect(await run()).toBe(0);
});

test("pruning is scheduled every hour, one run at a time; the schedule it replaces is deleted", async () => {
  const workflowType = "pruneAuthRecords";
  await client.schedule.create({
    scheduleId: "prune-auth-records",
    spec: { intervals: [{ every: "1d" }] },
    action: { type: "startWorkflow", workflowType, taskQueue },
  });
  await ensureSchedules(client, taskQueue);
  const { policies, spec } = await client.schedule.getHandle("prune-records").describe();
  expect(policies).toMatchObject({ overlap: "SKIP" });
  expect(spec.intervals).toMatchObject([{ every: 3_600_000 }]);
  await client.schedule.getHandle("prune-records").pause("by a test");
  const retired = client.schedule.getHandle("prune-auth-records").describe();
  await expect(retired).rejects.toBeInstanceOf(ScheduleNotFoundError);
});

test("a row that cannot be deleted fails the run in the end, after all other kinds were processed", async () => {
  const poisoned = await createPoisonedRows(ownerUrl);
  try {
    await buildPrunable(em);
    await moveClock(ownerUrl, 900 * DAY);
    await poisoned.plant(PRUNED_TABLES.AUTH_AUDIT);
    await expect(run()).rejects.toMatchObject({ cause: { type: "RECORDS_LEFT" } });
    const { AUTH_AUDIT, ...others } = await countPrunable(em);
    expect(AUTH_AUDIT).toBe(1);
    expect(new Set(Object.values(others))).toEqual(new Set([0]));
    await poisoned.remove();
    await run();
    expect((await countPrunable(em)).AUTH_AUDIT).toBe(0);
  } finally {
    await poisoned.close();
  }
});

function run() {
  return client.workflow.execute("pruneRecords", { workflowId: `prune-${newId()}`, taskQueue });
}
