import { afterAll, describe, expect, test } from "@jest/globals";
import { sql } from "kysely";
import { quickLogFeature } from "../../activities/quick-log/quick-log-feature.ts";
import { listBatchEvents } from "../../activities/sync/receipts/list-batch-events.ts";
import type { Operation, OperationResult } from "../../contract/sync/schema.ts";
import { batchIdOf } from "../../db/new-id.ts";
import { addDays } from "../../rules/local-day.ts";
import { openDatabase } from "../../db/orm.ts";
import { planActs } from "../factories/plans/plan-acts.ts";
import { planBodies } from "../factories/plans/plans.ts";
import { putTaskLike } from "../factories/quick-log/structured-task.ts";
import { settleAll, settlementDeps } from "../factories/sync/settlement.ts";
import {
  admissionDeps,
  buildDevice,
  buildScope,
  type BuiltScope,
  queued,
  submit,
} from "../factories/sync/sync.ts";
import { verdictsOf } from "../factories/sync/verdicts.ts";
import { campaignSize } from "../harness/campaign.ts";
import { useOwnDatabase } from "../harness/database.ts";

const { appUrl } = await useOwnDatabase();
const database = openDatabase({ url: appUrl, poolSize: 8, applicationName: "test" });
const { em } = database;
const deps = admissionDeps(em);
const acts = planActs(em);
afterAll(() => database.close());

const send = async (scope: BuiltScope, ...operations: readonly Operation[]) =>
  (await submit(deps, scope, operations)).results;

const anImport = ({ agenda: { localDate } }: BuiltScope, change: object = {}) =>
  queued("quick-log.import-value", {
    metricKind: "STEPS",
    localDate,
    value: 4_000,
    unit: "steps",
    sourceType: "APPLE_HEALTH",
    sourceDevice: "Watch",
    windowStart: `${localDate}T00:00:00.000Z`,
    windowEnd: `${localDate}T00:00:01.000Z`,
    userEntered: false,
    ...change,
  });
const walk = ({ agenda: { steps } }: BuiltScope, value: number, changes: Partial<Operation> = {}) =>
  queued(
    "quick-log.record-value",
    {
      taskId: steps.id,
      metricKind: "STEPS",
      value,
      unit: "steps",
      sourceType: "MANUAL",
      recordedAt: new Date().toISOString(),
    },
    changes,
  );

async function taskRow(id: string) {
  const { rows } = await sql<{ status: string; revision: number; value: unknown }>`
    select status, revision, completion_summary -> 'value' as value
    from agenda_task where id = ${id}`.execute(em.fork().getKysely());
  return rows[0];
}

async function keptOf({ relationshipId }: BuiltScope) {
  const { rows } = await sql<Record<string, unknown>>`
    select numeric_value::float8 as value, source_type as source, supersedes_id is not null as supersedes,
      user_entered as typed, clock_flags as flags
    from quick_log_operation where relationship_id = ${relationshipId} and task_id is null
    order by receipt_id`.execute(em.fork().getKysely());
  return rows;
}

const eventsOf = async (results: readonly OperationResult[]) => {
  const batches = [...new Set(results.map(({ receiptId }) => batchIdOf(String(receiptId))))];
  const eventsByBatch = await listBatchEvents(em.fork(), [quickLogFeature], batches);
  return [...eventsByBatch.values()].flat();
};

describe("an import", () => {
  test("replaces the typed value and is never added to it; later typed values are kept", async () => {
    const scope = await buildScope(em);
    const { steps } = scope.agenda;
    expect(verdictsOf(await send(scope, walk(scope, 300)))).toEqual(["ACCEPTED"]);
    const results = await send(scope, anImport(scope), walk(scope, 500, { expectedRevision: 2 }));
    expect(verdictsOf(results)).toEqual(["ACCEPTED", "ACCEPTED"]);
    expect(await taskRow(steps.id)).toMatchObject({
      status: "IN_PROGRESS",
      revision: 4,
      value: { current: 4_000, imported: { sourceType: "APPLE_HEALTH", manual: { current: 500 } } },
    });
    const {
      agenda: { localDate },
    } = scope;
    const later = { windowEnd: `${localDate}T00:00:02.000Z`, value: null };
    expect(verdictsOf(await send(scope, anImport(scope, later)))).toEqual(["ACCEPTED"]);
    expect((await taskRow(steps.id))?.value).toMatchObject({ current: 500, entryCount: 1 });
    expect(await keptOf(scope)).toMatchObject([
      { value: 4_000, supersedes: false },
      { value: null, supersedes: true },
    ]);
  });

  test("applies to every task of its metric, starts none, makes no typed value stale, and emits an event", async () => {
    const scope = await buildScope(em);
    const { steps } = scope.agenda;
    const other = await putTaskLike(em, steps, {
      task_kind: "HABIT",
      action_schema: steps.actionSchema,
    });
    const phone = { ...scope, deviceId: await buildDevice(em, scope.clientUserId) };
    const results = await send(phone, anImport(scope));
    expect(results).toMatchObject([{ status: "ACCEPTED", refetch: [{}, {}] }]);
    for (const id of [steps.id, other])
      expect(await taskRow(id)).toMatchObject({
        status: "PENDING",
        revision: 2,
        value: { current: 4_000 },
      });
    const events = await eventsOf(results);
    expect(events.map(({ type }) => type)).toEqual(["QuickLogOperationAccepted", "StepsImported"]);
    expect(events[1]).toMatchObject({
      subjectId: results[0]?.receiptId,
      refs: { localDate: scope.agenda.localDate },
    });
    expect(verdictsOf(await send(scope, walk(scope, 300)))).toEqual(["ACCEPTED"]);
    const settled = await settleAll(settlementDeps(em), { deviceId: phone.deviceId });
    expect(settled).toMatchObject({ waitingBatches: 0 });
  });

  test("with the same value writes nothing, and one of an older window has no effect", async () => {
    const scope = await buildScope(em);
    const { localDate, steps } = scope.agenda;
    const first = anImport(scope, { windowEnd: `${localDate}T00:00:02.000Z` });
    const [kept] = await send(scope, first);
    const again = { ...first, clientOperationId: "again" };
    const [repeated] = await send(scope, again);
    expect(repeated).toMatchObject({ status: "ACCEPTED" });
    expect(repeated?.receiptId).not.toBe(kept?.receiptId);
    expect(await taskRow(steps.id)).toMatchObject({ revision: 2 });
    const older = anImport(scope, { value: 9_000 });
    const typed = anImport(scope, {
      value: 9_500,
      userEntered: true,
      windowEnd: `${localDate}T00:00:03.000Z`,
    });
    expect(verdictsOf(await send(scope, older, typed))).toEqual(["ACCEPTED", "ACCEPTED"]);
    expect(await taskRow(steps.id)).toMatchObject({ revision: 2, value: { current: 4_000 } });
    expect(await keptOf(scope)).toMatchObject([
      { value: 4_000, supersedes: false, typed: false },
      { value: 9_000, supersedes: false, typed: false },
      { value: 9_500, supersedes: false, typed: true },
    ]);
  });

  test("needs no task, and is never refused because of a task's state", async () => {
    const scope = await buildScope(em);
    const { steps } = scope.agenda;
    const skip = queued("quick-log.skip", { taskId: steps.id, reason: "BUSY" });
    const bare = anImport(scope, { localDate: "2000-01-01" });
    const results = await send(scope, skip, anImport(scope), bare);
    expect(verdictsOf(results)).toEqual(["ACCEPTED", "ACCEPTED", "IMPORT_DAY_OUT_OF_RANGE"]);
    expect(await taskRow(steps.id)).toMatchObject({ status: "SKIPPED", value: { current: 4_000 } });
    const undo = { taskId: steps.id, undoesReceiptId: results[1]?.receiptId };
    const undoing = queued("quick-log.undo", undo, { operationVersion: 2, expectedRevision: 3 });
    expect(verdictsOf(await send(scope, undoing))).toEqual(["UNDO_TARGET_UNKNOWN"]);
  });

  test("of a day that was never opened creates no task, but its fact exists", async () => {
    const scope = await buildScope(em);
    const localDate = addDays(scope.agenda.localDate, -3);
    const bare = anImport(scope, {
      localDate,
      windowStart: `${localDate}T00:00:00.000Z`,
      windowEnd: `${localDate}T08:00:00.000Z`,
    });
    expect(verdictsOf(await send(scope, bare))).toEqual(["ACCEPTED"]);
    const settled = await settleAll(settlementDeps(em), { deviceId: scope.deviceId });
    expect(settled).toMatchObject({ waitingBatches: 0 });
    const { rows } = await sql`select local_date from agenda_day
      where relationship_id = ${scope.relationshipId} and local_date = ${localDate}`.execute(
      em.fork().getKysely(),
    );
    expect(rows).toEqual([]);
    expect(await keptOf(scope)).toMatchObject([{ value: 4_000 }]);
  });

  test("after the close of its day changes neither task nor adherence", async () => {
    const scope = await buildScope(em);
    const { steps, localDate } = scope.agenda;
    await sql`update agenda_day set closed_at = clock_now()
      where relationship_id = ${scope.relationshipId} and local_date = ${localDate}`.execute(
      em.fork().getKysely(),
    );
    const before = await taskRow(steps.id);
    expect(verdictsOf(await send(scope, anImport(scope)))).toEqual(["ACCEPTED"]);
    expect(await taskRow(steps.id)).toEqual(before);
    expect(await keptOf(scope)).toHaveLength(1);
  });
});

describe("a plan for an imported metric", () => {
  const statusesOf = async (assignmentId: string) =>
    (await acts.tasksOf(assignmentId)).map(({ status }) => status);
  const valueOf = async (assignmentId: string) => {
    const [task] = await acts.tasksOf(assignmentId);
    return [task?.status, task?.completionSummary.value?.current];
  };
  const later = ({ agenda: { localDate } }: BuiltScope, value: number | null) => ({
    windowEnd: `${localDate}T00:00:02.000Z`,
    value,
  });

  test("that replaces another gives its new task the imported value", async () => {
    const scope = await buildScope(em);
    const { steps } = scope.agenda;
    await send(scope, anImport(scope));
    const planId = await acts.make(scope, planBodies.steps);
    const { successor } = await acts.supersede(scope, steps.sourceId, planId);
    expect(await statusesOf(steps.sourceId)).toEqual(["SUPERSEDED"]);
    expect(await valueOf(successor.id)).toEqual(["PENDING", 4_000]);
    await send(scope, anImport(scope, later(scope, 5_000)));
    expect(await valueOf(successor.id)).toEqual(["PENDING", 5_000]);
  });

  test("that is assigned after the import gives its task the value at creation", async () => {
    const scope = await buildScope(em);
    await send(scope, anImport(scope));
    const { assignmentId } = await acts.give(scope, planBodies.steps);
    expect(await valueOf(assignmentId)).toEqual(["PENDING", 4_000]);
    const { assignmentId: water } = await acts.give(scope, planBodies.water);
    expect(await valueOf(water)).toEqual(["PENDING", undefined]);
  });

  test("that is changed renews its task with the imported value", async () => {
    const scope = await buildScope(em);
    const { planId, assignmentId } = await acts.give(scope, planBodies.steps);
    await send(scope, anImport(scope));
    const content = { ...planBodies.steps, title: "Walk more" };
    await acts.publish(scope, planId, content);
    await acts.spread();
    const [task] = await acts.tasksOf(assignmentId);
    expect(task).toMatchObject({ status: "PENDING", snapshot: { title: "Walk more" } });
    expect(await valueOf(assignmentId)).toEqual(["PENDING", 4_000]);
  });

  test.each([
    ["nobody touched", false],
    ["has an undone typed value", true],
  ])(
    "that is paused and resumed gives the value imported since to the task that %s",
    async (_name, typed) => {
      const scope = await buildScope(em);
      const { sourceId, id: taskId } = scope.agenda.steps;
      await send(scope, anImport(scope));
      if (typed) {
        const walked = walk(scope, 300);
        const { clientOperationId: undoesClientOperationId } = walked;
        const undoing = queued("quick-log.undo", { taskId, undoesClientOperationId });
        expect(verdictsOf(await send(scope, walked, undoing))).toEqual(["ACCEPTED", "ACCEPTED"]);
      }
      await acts.pause(scope, sourceId);
      expect(await statusesOf(sourceId)).toEqual(["CANCELED"]);
      await send(scope, anImport(scope, later(scope, 5_000)));
      expect(await valueOf(sourceId)).toEqual(["CANCELED", 4_000]);
      await acts.resume(scope, sourceId);
      expect(await valueOf(sourceId)).toEqual(["PENDING", 5_000]);
      await acts.pause(scope, sourceId);
      const end = { windowEnd: `${scope.agenda.localDate}T00:00:03.000Z`, value: null };
      await send(scope, anImport(scope, end));
      await acts.resume(scope, sourceId);
      expect(await valueOf(sourceId)).toEqual(["PENDING", undefined]);
    },
  );

  test("that is ended keeps its task only for values that the client typed", async () => {
    const [imported, typed] = [await buildScope(em), await buildScope(em)];
    await send(imported, anImport(imported));
    await send(typed, anImport(typed), walk(typed, 300));
    for (const scope of [imported, typed]) await acts.end(scope, scope.agenda.steps.sourceId);
    expect(await statusesOf(imported.agenda.steps.sourceId)).toEqual(["CANCELED"]);
    expect(await statusesOf(typed.agenda.steps.sourceId)).toEqual(["IN_PROGRESS"]);
  });
});

test("an import of a closed day is judged in that day's zone, not in the present one", async () => {
  const scope = await buildScope(em);
  const { relationshipId, agenda } = scope;
  const localDate = addDays(agenda.localDate, -2);
  const day = { local_date: localDate, timezone: "Asia/Tokyo" };
  await sql`insert into agenda_day
    select (jsonb_populate_record(day, ${JSON.stringify(day)}::jsonb || jsonb_build_object('closed_at', clock_now()))).*
    from agenda_day day where relationship_id = ${relationshipId} and local_date = ${agenda.localDate}`.execute(
    em.fork().getKysely(),
  );
  const inTokyo = {
    localDate,
    windowStart: `${addDays(localDate, -1)}T15:00:00.000Z`,
    windowEnd: `${localDate}T14:59:59.000Z`,
  };
  const inUtc = {
    localDate,
    windowStart: `${localDate}T00:00:00Z`,
    windowEnd: `${localDate}T23:00:00Z`,
  };
  const sent = [anImport(scope, inTokyo), anImport(scope, { ...inUtc, value: 9_000 })];
  expect(verdictsOf(await send(scope, ...sent))).toEqual(["ACCEPTED", "ACCEPTED"]);
  const kept = await keptOf(scope);
  expect(kept.map(({ value, flags }) => [value, String(flags).includes("OUTSIDE_DAY")])).toEqual([
    [4_000, false],
    [9_000, true],
  ]);
});

test("the value in force of a source stays, however many imports of the other source follow", async () => {
  const scope = await buildScope(em);
  const { steps, localDate } = scope.agenda;
  const at = (millis: number) =>
    new Date(Date.parse(`${localDate}T00:00:00.000Z`) + millis).toISOString();
  const other = { sourceType: "HEALTH_CONNECT" } as const;
  await send(scope, anImport(scope, { ...other, windowEnd: at(1) }));
  for (let first = 2; first < 230; first += 45) {
    const many = Array.from({ length: 45 }, (_, index) =>
      anImport(scope, { value: index, windowEnd: at(first + index), userEntered: true }),
    );
    await send(scope, ...many);
  }
  const older = anImport(scope, { ...other, value: 9_000, windowEnd: at(0) });
  const again = anImport(scope, { ...other, windowEnd: at(1) });
  const before = (await keptOf(scope)).length;
  expect(verdictsOf(await send(scope, older, again))).toEqual(["ACCEPTED", "ACCEPTED"]);
  expect(await keptOf(scope)).toHaveLength(before + 1);
  expect((await taskRow(steps.id))?.value).toMatchObject({ current: 4_000 });
});

test("concurrent imports and manual values of two phones give one fact, in any order", async () => {
  for (let round = 0; round < campaignSize("RACE_ROUNDS", 5); round += 1) {
    const scope = await buildScope(em);
    const { steps, localDate } = scope.agenda;
    const other = { ...scope, deviceId: await buildDevice(em, scope.clientUserId) };
    const imports = [1, 2, 3].map((second) =>
      anImport(scope, { value: second * 1_000, windowEnd: `${localDate}T00:00:0${second}.000Z` }),
    );
    const [typed, ...imported] = await Promise.all([
      send(scope, walk(scope, 300), walk(scope, 400)),
      send(other, ...imports.slice(0, 2)),
      send(other, ...imports.slice(2)),
    ]);
    expect(imported.flatMap(verdictsOf)).toEqual(["ACCEPTED", "ACCEPTED", "ACCEPTED"]);
    expect(verdictsOf(typed)).toEqual(["ACCEPTED", "ACCEPTED"]);
    expect((await taskRow(steps.id))?.value).toMatchObject({
      current: 3_000,
      imported: { manual: { current: 400 } },
    });
  }
});
