import { afterAll, expect, test } from "@jest/globals";
import { newId } from "../../db/platform/new-id.ts";
import { openTemporalClient } from "../../workers/outside/open-temporal-client.ts";
import { SCHEDULE_TABLE, scheduledQueueOf } from "../../workers/worker/scheduled-workflows.ts";
import { ensureSchedules } from "../../workers/worker/ensure-schedules.ts";
import { openOwnTemporal } from "../harness/own-temporal.ts";

const temporal = await openOwnTemporal();
const client = openTemporalClient(temporal);
afterAll(async () => {
  await client.connection.close();
  await temporal.close();
});

const handle = client.schedule.getHandle("media-upkeep");

test("a schedule that differs is updated from the table, and an operator's pause stays", async () => {
  const first = `test-${newId()}`;
  await ensureSchedules(client, first);
  const asWritten = await handle.describe();
  await handle.pause("an operator looks into it");
  await handle.update((previous) => ({
    ...previous,
    spec: { intervals: [{ every: "2h" }] },
    policies: { ...previous.policies, overlap: "ALLOW_ALL" },
  }));
  const next = `test-${newId()}`;
  await ensureSchedules(client, next);
  const found = await handle.describe();
  expect(found.spec).toEqual(asWritten.spec);
  expect(found.policies).toEqual(asWritten.policies);
  expect(found.action).toMatchObject({
    workflowType: "mediaUpkeep",
    taskQueue: scheduledQueueOf(next),
  });
  expect(found.state).toMatchObject({ paused: true, note: "an operator looks into it" });
}, 60_000);

test("a schedule that matches the table is not written again", async () => {
  const taskQueue = `test-${newId()}`;
  await ensureSchedules(client, taskQueue);
  const before = (await handle.describe()).info.lastUpdatedAt;
  await ensureSchedules(client, taskQueue);
  expect((await handle.describe()).info.lastUpdatedAt).toEqual(before);
}, 60_000);

test("a restarted worker leaves the schedule unchanged", async () => {
  const taskQueue = `test-${newId()}`;
  await ensureSchedules(client, taskQueue);
  const schedule = client.schedule.getHandle("turn-days");
  await schedule.pause("by an operator");
  await ensureSchedules(client, taskQueue);
  const { policies, state, spec } = await schedule.describe();
  expect(policies).toMatchObject({ overlap: "SKIP", catchupWindow: 60_000 });
  expect(spec.intervals).toMatchObject([{ every: 60_000 }]);
  expect(state).toMatchObject({ paused: true, note: "by an operator" });
}, 60_000);

test("schedules that a newer version wrote stay unchanged until an operator rolls back by command", async () => {
  const newer = `test-${newId()}`;
  await ensureSchedules(client, newer);
  const mark = client.schedule.getHandle("silent-devices");
  const writeBy = (handleOf: typeof mark, table: number) =>
    handleOf.update((previous) => ({
      ...previous,
      action: { ...previous.action, memo: { ...previous.action.memo, table } },
    }));
  await writeBy(mark, SCHEDULE_TABLE + 1);
  await handle.update((previous) => ({ ...previous, spec: { intervals: [{ every: "3h" }] } }));
  await client.schedule.getHandle("inbox-heal").delete();

  const ours = `test-${newId()}`;
  expect(await ensureSchedules(client, ours)).toEqual({
    made: [],
    newerTable: SCHEDULE_TABLE + 1,
  });
  expect((await handle.describe()).spec.intervals).toMatchObject([{ every: 10_800_000 }]);

  expect(await ensureSchedules(client, ours, { lowers: true })).toEqual({
    made: ["inbox-heal"],
    newerTable: null,
  });
  const { spec, action } = await handle.describe();
  expect(spec.intervals).toMatchObject([{ every: 3_600_000 }]);
  expect(action).toMatchObject({
    taskQueue: scheduledQueueOf(ours),
    memo: { everyMs: 3_600_000, table: SCHEDULE_TABLE },
  });
  expect((await mark.describe()).action.memo).toMatchObject({ table: SCHEDULE_TABLE });
  expect(await ensureSchedules(client, ours)).toEqual({ made: [], newerTable: null });
}, 60_000);
