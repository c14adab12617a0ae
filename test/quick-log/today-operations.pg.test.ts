import { afterAll, describe, expect, test } from "@jest/globals";
import { sql } from "kysely";
import { openDatabase } from "../../db/orm.ts";
import { batchIdOf, newId } from "../../db/new-id.ts";
import { listBatchEvents } from "../../activities/sync/receipts/list-batch-events.ts";
import { operationFeatures } from "../../workers/operation-features.ts";
import {
  admissionDeps,
  buildDevice,
  buildScope,
  type BuiltScope,
  queued,
  submit,
} from "../factories/sync/sync.ts";
import { blind, laterTask, openLaterTask } from "../factories/quick-log/later-task.ts";
import { actionSchemaOf, BARE_TASK } from "../../rules/agenda/actions/action-schema.ts";
import { putTaskLike, setNewestDay } from "../factories/quick-log/structured-task.ts";
import { verdictsOf } from "../factories/sync/verdicts.ts";
import { useOwnDatabase } from "../harness/database.ts";

const { appUrl } = await useOwnDatabase();
const database = openDatabase({ url: appUrl, poolSize: 4, applicationName: "test" });
const { em } = database;
const deps = admissionDeps(em);
afterAll(() => database.close());

async function taskRow(id: string) {
  const { rows } = await sql<{ status: string; revision: number }>`
    select status, revision from agenda_task where id = ${id}`.execute(em.fork().getKysely());
  return rows[0];
}

async function countOf(scope: BuiltScope) {
  const { rows } = await sql<{ batches: number; deferred: number; history: number; seq: number }>`
    select (select count(*) from sync_batch where device_id = ${scope.deviceId})::int as batches,
      (select count(*) from deferred_operation where relationship_id = ${scope.relationshipId})::int as deferred,
      (select count(*) from quick_log_operation where relationship_id = ${scope.relationshipId})::int as history,
      (select seq from relationship_scope where relationship_id = ${scope.relationshipId})::int as seq
  `.execute(em.fork().getKysely());
  const [counts] = rows;
  if (counts === undefined) throw new Error("The count returned no row");
  return counts;
}

/** Another phone of the same client. */
const otherPhone = async (scope: BuiltScope) => ({
  ...scope,
  deviceId: await buildDevice(em, scope.clientUserId),
});

describe("today.complete", () => {
  test("shares one working copy of its tasks with quick-log's operations", async () => {
    const scope = await buildScope(em);
    const { habit, meal } = scope.agenda;
    const done = queued("today.complete", { taskId: habit.id });
    const batch = [
      done,
      queued("quick-log.undo", {
        taskId: habit.id,
        undoesClientOperationId: done.clientOperationId,
      }),
      queued("quick-log.complete-task", { taskId: habit.id }),
      queued("quick-log.complete-item", { taskId: meal.id, itemId: meal.items[0]?.id }),
      queued("today.complete", { taskId: meal.id }),
      queued("today.skip", { taskId: meal.id, reason: "BUSY" }),
    ];
    const { results } = await submit(deps, scope, batch);
    expect(verdictsOf(results)).toEqual([
      ...Array.from({ length: 5 }, () => "ACCEPTED"),
      "TASK_CLOSED",
    ]);
    expect(await taskRow(habit.id)).toEqual({ status: "COMPLETED", revision: 4 });
    expect(await taskRow(meal.id)).toEqual({ status: "COMPLETED", revision: 3 });
  });

  test("shares one history with quick-log's operations, under the resulting action", async () => {
    const scope = await buildScope(em);
    const { habit, meal } = scope.agenda;
    const batch = [habit, meal].map(({ id }) => queued("today.complete", { taskId: id }));
    await submit(deps, scope, batch);
    const { rows } = await sql<{ kind: string; scope: string }>`
      select action_kind as kind, scope from quick_log_operation
      where relationship_id = ${scope.relationshipId} order by receipt_id`.execute(
      em.fork().getKysely(),
    );
    expect(rows).toEqual([
      { kind: "COMPLETE_TASK", scope: "TASK" },
      { kind: "COMPLETE_ALL_ITEMS", scope: "GROUP" },
    ]);
  });

  test("is refused for a task with a form or a log, by either name", async () => {
    const scope = await buildScope(em);
    const { habit } = scope.agenda;
    const form = await putTaskLike(em, habit);
    const workout = { task_kind: "WORKOUT", action_schema: actionSchemaOf("WORKOUT", BARE_TASK) };
    const ids = [form, await putTaskLike(em, habit, workout)];
    const batch = ids.flatMap((taskId) =>
      ["today.complete", "quick-log.complete-task"].map((type) => queued(type, { taskId })),
    );
    const { results } = await submit(deps, scope, batch);
    expect(new Set(verdictsOf(results))).toEqual(new Set(["STRUCTURED_LOG_REQUIRED"]));
    for (const id of ids) expect(await taskRow(id)).toEqual({ status: "PENDING", revision: 1 });
  });
});

describe("today.start", () => {
  test("starts a task that has its own screen, and no other", async () => {
    const scope = await buildScope(em);
    const { habit, meal, water } = scope.agenda;
    const form = await putTaskLike(em, habit);
    const start = (taskId: string) => queued("today.start", { taskId });
    const { results } = await submit(deps, scope, [form, habit.id, meal.id, water.id].map(start));
    expect(verdictsOf(results)).toEqual([
      "ACCEPTED",
      "ACTION_NOT_OFFERED",
      "ACTION_NOT_OFFERED",
      "ACTION_NOT_OFFERED",
    ]);
    expect(await taskRow(form)).toEqual({ status: "IN_PROGRESS", revision: 2 });
  });

  test("of a started task is accepted without a change, so that no next operation is stale", async () => {
    const scope = await buildScope(em);
    const form = await putTaskLike(em, scope.agenda.habit);
    const other = await otherPhone(scope);
    const start = () => queued("today.start", { taskId: form });
    await submit(deps, scope, [start(), start()]);
    const seen = { expectedRevision: 2 };
    const before = await countOf(scope);
    const again = await submit(deps, other, [{ ...start(), ...seen }]);
    expect(again.results).toMatchObject([{ status: "ACCEPTED", acceptedRevision: 2 }]);
    expect((await countOf(scope)).seq).toBe(before.seq);
    const skip = queued("today.skip", { taskId: form, reason: "BUSY" }, seen);
    expect(verdictsOf((await submit(deps, scope, [skip])).results)).toEqual(["ACCEPTED"]);
    expect(await taskRow(form)).toEqual({ status: "SKIPPED", revision: 3 });
  });

  test("can be undone, and is refused on a finished task", async () => {
    const scope = await buildScope(em);
    const form = await putTaskLike(em, scope.agenda.habit);
    const started = queued("today.start", { taskId: form });
    const undo = queued("quick-log.undo", {
      taskId: form,
      undoesClientOperationId: started.clientOperationId,
    });
    const skip = queued("today.skip", { taskId: form, reason: "BUSY" });
    const batch = [started, undo, skip, queued("today.start", { taskId: form })];
    expect(verdictsOf((await submit(deps, scope, batch)).results)).toEqual([
      "ACCEPTED",
      "ACCEPTED",
      "ACCEPTED",
      "TASK_CLOSED",
    ]);
  });
});

describe("an operation without a revision", () => {
  test("that skips is judged on the present task; with a revision it is judged by that", async () => {
    const scope = await buildScope(em);
    const { meal } = scope.agenda;
    const tick = { taskId: meal.id, itemId: meal.items[0]?.id };
    await submit(deps, await otherPhone(scope), [queued("quick-log.complete-item", tick)]);
    const payload = { taskId: meal.id, reason: "BUSY" };
    const { results } = await submit(deps, scope, [
      queued("today.skip", payload),
      blind("today.skip", payload),
    ]);
    expect(verdictsOf(results)).toEqual(["STALE_REVISION", "ACCEPTED"]);
  });

  test("that completes or starts knows only the first revision and its own phone's changes", async () => {
    const scope = await buildScope(em);
    const other = await otherPhone(scope);
    const [mine, theirs] = [scope.agenda.habit.id, await putTaskLike(em, scope.agenda.habit)];
    const start = () => blind("today.start", { taskId: theirs });
    expect(verdictsOf((await submit(deps, other, [start(), start()])).results)).toEqual([
      "ACCEPTED",
      "ACCEPTED",
    ]);
    const batch = [start(), blind("today.complete", { taskId: mine })];
    const { results } = await submit(deps, scope, batch);
    expect(verdictsOf(results)).toEqual(["STALE_REVISION", "ACCEPTED"]);
    expect(results[0]?.conflict).toMatchObject({ sinceRevision: 1, changedFields: ["status"] });
    expect(results[1]?.canonicalIds).toEqual([
      { localId: mine, canonicalId: mine, entityType: "agenda_task" },
    ]);
  });

  test("is stale when the source refreshed the task in place", async () => {
    const scope = await buildScope(em);
    const { habit } = scope.agenda;
    await sql`update agenda_task set revision = 2, revision_before_run = 1, foreign_revision = 2
      where id = ${habit.id}`.execute(em.fork().getKysely());
    const { results } = await submit(deps, scope, [blind("today.complete", { taskId: habit.id })]);
    expect(verdictsOf(results)).toEqual(["STALE_REVISION"]);
  });
});

describe("a task named by its computed id (docs/rooms/agenda.md#unopened-days)", () => {
  /** A scope whose newest day is that of its agenda, and a habit this many days later. */
  async function ahead(days: number) {
    const scope = await buildScope(em);
    return { scope, ...(await laterTask(em, scope, days)) };
  }

  test("of a day that is not open yet is retryable: no receipt is kept, and sent again it is judged again", async () => {
    const { scope, localDate, id } = await ahead(1);
    const operation = blind("today.complete", { taskId: id });
    const before = await countOf(scope);
    const first = await submit(deps, scope, [operation]);
    expect(first.results).toMatchObject([
      {
        status: "REFETCH_REQUIRED",
        rejectionCode: "DAY_NOT_OPEN",
        category: "SERVER_REQUIRES_REFETCH",
        receiptId: null,
        allowedResolutions: ["RETRY"],
      },
    ]);
    expect(first.results[0]?.retryAfterSeconds).toBeGreaterThanOrEqual(30);
    expect(first.results[0]?.retryAfterSeconds).toBeLessThanOrEqual(2 * 86_400);
    expect(await countOf(scope)).toEqual(before);
    await openLaterTask(em, scope, { id, localDate });
    const { results } = await submit(deps, scope, [operation]);
    expect(results).toMatchObject([
      { status: "ACCEPTED", acceptedRevision: 2, canonicalIds: [{ canonicalId: id }] },
    ]);
  });

  test("leaves the rest of its batch alone; dependent operations wait with it", async () => {
    const { scope, id } = await ahead(2);
    const early = blind("today.complete", { taskId: id });
    const dependsOn = [early.clientOperationId];
    const { habit, meal } = scope.agenda;
    const child = queued("today.skip", { taskId: meal.id, reason: "BUSY" }, { dependsOn });
    const batch = [early, queued("today.complete", { taskId: habit.id }), child, early];
    const { results } = await submit(deps, scope, batch);
    expect(verdictsOf(results)).toEqual([
      "DAY_NOT_OPEN",
      "ACCEPTED",
      "DEPENDENCY_PENDING",
      "DAY_NOT_OPEN",
    ]);
    expect(results[2]).toMatchObject({
      receiptId: null,
      parentClientOperationId: early.clientOperationId,
    });
    expect(await countOf(scope)).toMatchObject({ batches: 1, deferred: 0, history: 1 });
    const again = await submit(deps, scope, batch);
    expect(verdictsOf(again.results)).toEqual([
      "DAY_NOT_OPEN",
      "ALREADY_ACCEPTED",
      "DEPENDENCY_PENDING",
      "DAY_NOT_OPEN",
    ]);
  });

  test("in a replacement takes effect only when it is judged", async () => {
    const { scope, id } = await ahead(1);
    const refused = queued("today.complete", { taskId: newId() });
    await submit(deps, scope, [refused]);
    const resubmitOf = refused.clientOperationId;
    const early = blind("today.complete", { taskId: id }, { resubmitOf });
    const completion = queued("today.complete", { taskId: scope.agenda.meal.id });
    const first = await submit(deps, scope, [early, completion]);
    expect(verdictsOf(first.results)).toEqual(["DAY_NOT_OPEN", "ACCEPTED"]);
    const other = queued("today.complete", { taskId: scope.agenda.habit.id }, { resubmitOf });
    expect(verdictsOf((await submit(deps, scope, [other])).results)).toEqual(["ACCEPTED"]);
  });

  test("of any other day is unknown for good, like one of another client's day", async () => {
    const past = await ahead(0);
    const far = await ahead(3);
    const { scope } = past;
    const foreign = await buildScope(em);
    const ids = [past.id, far.id, newId(), foreign.agenda.habit.id];
    const batch = ids.map((taskId) => blind("today.skip", { taskId, reason: "BUSY" }));
    const { results } = await submit(deps, scope, batch);
    expect(verdictsOf(results)).toEqual(ids.map(() => "TASK_UNKNOWN"));
    for (const { receiptId } of results) expect(receiptId).not.toBeNull();
    expect(await taskRow(foreign.agenda.habit.id)).toEqual({ status: "PENDING", revision: 1 });
  });

  test("of another client's next day gets the same answer as one of its own", async () => {
    const { scope } = await ahead(1);
    const foreign = await ahead(1);
    await openLaterTask(em, foreign.scope, foreign);
    const operation = blind("today.skip", { taskId: foreign.id, reason: "BUSY" });
    const { results } = await submit(deps, scope, [operation]);
    expect(verdictsOf(results)).toEqual(["DAY_NOT_OPEN"]);
    expect(await taskRow(foreign.id)).toEqual({ status: "PENDING", revision: 1 });
  });

  test("is judged by the calendar of its relationship, whatever the clock shows", async () => {
    const { scope, id, localDate } = await ahead(1);
    await setNewestDay(em, scope.relationshipId, localDate);
    const { id: third } = await laterTask(em, scope, 3);
    await setNewestDay(em, scope.relationshipId, localDate);
    const batch = [id, third].map((taskId) => blind("today.complete", { taskId }));
    const { results } = await submit(deps, scope, batch);
    expect(verdictsOf(results)).toEqual(["TASK_UNKNOWN", "DAY_NOT_OPEN"]);
  });

  test("without a calendar counts from the present day", async () => {
    const { scope, id } = await ahead(1);
    await sql`delete from relationship_calendar where relationship_id = ${scope.relationshipId}`.execute(
      em.fork().getKysely(),
    );
    const { results } = await submit(deps, scope, [blind("today.complete", { taskId: id })]);
    expect(verdictsOf(results)).toEqual(["DAY_NOT_OPEN"]);
  });
});

describe("implausible times", () => {
  test("of a completion, in the future or in 1970, are accepted, corrected and flagged", async () => {
    const scope = await buildScope(em);
    const { habit, meal } = scope.agenda;
    const at = (type: string, taskId: string, clientRecordedAt: string) =>
      queued(
        type,
        { taskId, ...(type === "today.skip" && { reason: "BUSY" }) },
        { clientRecordedAt },
      );
    const { results } = await submit(deps, scope, [
      at("today.complete", habit.id, "2999-01-01T00:00:00.000Z"),
      at("today.skip", meal.id, "1970-01-01T00:00:00.000Z"),
    ]);
    expect(verdictsOf(results)).toEqual(["ACCEPTED", "ACCEPTED"]);
    const { rows } = await sql<{ flags: string[]; plausible: boolean }>`
      select clock_flags as flags, corrected_at between relationship.started_at and clock_now() as plausible
      from quick_log_operation operation
      join relationship on relationship.id = operation.relationship_id
      where operation.relationship_id = ${scope.relationshipId} order by receipt_id`.execute(
      em.fork().getKysely(),
    );
    expect(rows).toEqual([
      { flags: ["FUTURE"], plausible: true },
      { flags: ["BEFORE_RELATIONSHIP"], plausible: true },
    ]);
  });
});

describe("the event feed", () => {
  test("reports each operation, and the batch once, with ids and counts alone", async () => {
    const scope = await buildScope(em);
    const { habit, meal } = scope.agenda;
    const form = await putTaskLike(em, habit);
    const { results } = await submit(deps, scope, [
      queued("today.start", { taskId: form }),
      queued("today.complete", { taskId: habit.id }),
      queued("today.start", { taskId: form }),
      queued("today.start", { taskId: habit.id }),
      queued("today.skip", { taskId: meal.id, reason: "BUSY" }),
    ]);
    const batchId = batchIdOf(results[0]?.receiptId ?? "");
    const listEvents = async () => await listBatchEvents(em.fork(), operationFeatures, [batchId]);
    const batchEvents = (await listEvents()).get(batchId) ?? [];
    expect(batchEvents.map(({ type }) => type)).toEqual([
      "QuickLogOperationAccepted",
      "DailyTaskStatusChanged",
      "QuickLogOperationAccepted",
      "DailyTaskCompleted",
      "QuickLogOperationAccepted",
      "QuickLogOperationRejected",
      "QuickLogOperationAccepted",
      "DailyTaskItemSkipped",
      "DailyTaskItemSkipped",
      "DailyTaskItemSkipped",
      "DailyTaskSkipped",
      "MobileTodaySyncAccepted",
    ]);
    expect(batchEvents.at(-1)).toMatchObject({
      subjectId: batchId,
      refs: { relationshipId: scope.relationshipId, acceptedCount: 4 },
    });
    expect((await listEvents()).get(batchId)).toEqual(batchEvents);
  });

  test("reports every change of a task's status: started by an item, restored by an undo", async () => {
    const scope = await buildScope(em);
    const { habit, meal } = scope.agenda;
    const done = queued("today.complete", { taskId: habit.id });
    const { clientOperationId: undoesClientOperationId } = done;
    const { results } = await submit(deps, scope, [
      queued("quick-log.complete-item", { taskId: meal.id, itemId: meal.items[0]?.id }),
      queued("quick-log.complete-item", { taskId: meal.id, itemId: meal.items[1]?.id }),
      done,
      queued("quick-log.undo", { taskId: habit.id, undoesClientOperationId }),
    ]);
    const batchId = batchIdOf(results[0]?.receiptId ?? "");
    const eventsByBatch = await listBatchEvents(em.fork(), operationFeatures, [batchId]);
    const ofTasks = (eventsByBatch.get(batchId) ?? []).filter(({ type }) =>
      type.startsWith("DailyTask"),
    );
    expect(ofTasks.map(({ type, refs }) => [type, refs["taskId"]])).toEqual([
      ["DailyTaskItemCompleted", meal.id],
      ["DailyTaskStatusChanged", meal.id],
      ["DailyTaskItemCompleted", meal.id],
      ["DailyTaskCompleted", habit.id],
      ["DailyTaskStatusChanged", habit.id],
    ]);
    expect(new Set(ofTasks.map(({ eventId }) => eventId)).size).toBe(ofTasks.length);
  });
});
