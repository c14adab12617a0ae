import { afterAll, describe, expect, test } from "@jest/globals";
import { setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import { listDayClosedEvents } from "../../activities/agenda/closing/list-day-closed-events.ts";
import { deliverToFeed, type PublishedEvent } from "../../activities/outbox/deliver-to-feed.ts";
import { listBatchEvents } from "../../activities/sync/receipts/list-batch-events.ts";
import type { Operation } from "../../contract/sync/schema.ts";
import { AgendaDay } from "../../db/agenda/agenda-day.ts";
import { AgendaTask } from "../../db/agenda/agenda-task.ts";
import { AgendaTaskEvent } from "../../db/agenda/agenda-task-event.ts";
import { openDatabase } from "../../db/open-database.ts";
import { listSummaryDays } from "../../db/agenda/summary/queries.ts";
import { listQuickLogHistory } from "../../db/quick-log/queries.ts";
import { actionSchemaOf, BARE_TASK } from "../../rules/agenda/actions/action-schema.ts";
import { listCheckInTransitions } from "../../db/quick-log/list-check-in-transitions.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { OutboxRow } from "../../db/outbox/outbox-row.ts";
import { operationFeatures } from "../../workers/operation-features.ts";
import { closeDayOf, dayOf } from "../factories/agenda/closing-day.ts";
import { putTaskLike } from "../factories/quick-log/structured-task.ts";
import { settleAll, settlementDeps } from "../factories/sync/settlement.ts";
import {
  admissionDeps,
  buildScope,
  type BuiltScope,
  queued,
  submit,
} from "../factories/sync/sync.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { recordStatements } from "../harness/record-statements.ts";

const { appUrl, ownerUrl } = await useOwnDatabase();
const database = openDatabase({ url: appUrl, poolSize: 6, applicationName: "late test" });
const asOwner = openDatabase({ url: ownerUrl, poolSize: 1, applicationName: "late test owner" });
const { em } = database;
const [admission, settlement] = [admissionDeps(em), settlementDeps(em)];
afterAll(async () => {
  await asOwner.close();
  await database.close();
});

const find = (scope: BuiltScope) => em.fork().findOneOrFail(AgendaDay, dayOf(scope));

describe("late evidence, once it is settled", () => {
  test("corrects its day, which stays closed, and counts the operations in force", async () => {
    const { scope, late, undo, send } = await closedScope();
    const { habit, meal } = scope.agenda;
    const { closedAt } = await find(scope);
    const done = late("complete-task", { taskId: habit.id });
    await send(done, late("complete-item", { taskId: meal.id, itemId: meal.items[0]?.id }));
    const corrected = await find(scope);
    expect(corrected).toMatchObject({ closedAt, completedCount: 1, missedCount: 4, lateCount: 2 });
    expect(corrected.correctedAt?.getTime()).toBeGreaterThanOrEqual(closedAt?.getTime() ?? 0);
    await send(undo(done, habit.id));
    expect(await find(scope)).toMatchObject({
      closedAt,
      completedCount: 0,
      missedCount: 5,
      lateCount: 1,
    });
  });

  test("of a start leaves the task missed, is counted, and is visible to the coach", async () => {
    const { scope, undo, send, clientRecordedAt } = await closedScope();
    const taskId = await putTaskLike(em, scope.agenda.habit, { status: "MISSED" });
    const start = () => queued("today.start", { taskId }, { clientRecordedAt });
    const started = start();
    await send(started, start());
    expect(await find(scope)).toMatchObject({ lateCount: 2, correctedAt: expect.any(Date) });
    const task = async () => await em.fork().findOneOrFail(AgendaTask, { id: taskId });
    expect(await task()).toMatchObject({ status: "MISSED", lateEvidence: true });
    const [day] = await listSummaryDays(em.fork(), {
      relationshipId: scope.relationshipId,
      from: scope.agenda.localDate,
      to: scope.agenda.localDate,
    });
    const shown = day?.tasks.find(({ id }) => id === taskId);
    expect(shown).toMatchObject({ status: "MISSED", lateEvidence: true });
    expect(shown?.events.map(({ reason }) => reason)).toEqual(["LATE_EVIDENCE", "LATE_EVIDENCE"]);
    await send(undo(started, taskId));
    expect(await find(scope)).toMatchObject({ lateCount: 1 });
    expect(await task()).toMatchObject({ status: "MISSED", lateEvidence: false });
  });

  test("is no snooze, which leaves day and history unchanged", async () => {
    const { scope, late, send } = await closedScope();
    const snooze = { snooze: { minutes: [10], most: 1 }, kind: "SNOOZE", scope: "TASK" };
    const offered = { ...actionSchemaOf("REMINDER", BARE_TASK), actions: [snooze] };
    const stored = { status: "MISSED", task_kind: "REMINDER", action_schema: offered };
    const taskId = await putTaskLike(em, scope.agenda.habit, stored);
    const before = await find(scope);
    await send(late("snooze", { taskId, minutes: 10 }));
    expect(await find(scope)).toEqual(before);
    expect(before).toMatchObject({ lateCount: 0, correctedAt: null, undoClosesAt: null });
    expect(await em.fork().find(AgendaTaskEvent, { taskId })).toEqual([]);
    const { relationshipId, agenda } = scope;
    const [row] = await listQuickLogHistory(em.fork(), {
      relationshipId,
      from: agenda.localDate,
      to: agenda.localDate,
      taskKind: null,
      status: null,
      itemId: null,
      after: null,
      limit: 10,
    });
    expect(row).toMatchObject({ actionKind: "SNOOZE", status: "ACCEPTED", cameLate: false });
  });

  test("is not counted once it is undone beneath a skip", async () => {
    const { scope, late, undo, send, clientRecordedAt } = await closedScope();
    const { water } = scope.agenda;
    const sip = late("record-value", {
      taskId: water.id,
      metricKind: "WATER",
      value: 300,
      unit: "ml",
      sourceType: "MANUAL",
      recordedAt: clientRecordedAt,
    });
    await send(sip, late("skip", { taskId: water.id, reason: "TRAVEL" }));
    expect(await find(scope)).toMatchObject({ lateCount: 2, skippedCount: 1 });
    await send(undo(sip, water.id));
    expect(await find(scope)).toMatchObject({ lateCount: 1, skippedCount: 1 });
  });

  test("is not corrected by an undo beneath a skip on an open day", async () => {
    const scope = await buildScope(em);
    const { water } = scope.agenda;
    const sip = queued("quick-log.record-value", {
      taskId: water.id,
      metricKind: "WATER",
      value: 300,
      unit: "ml",
      sourceType: "MANUAL",
      recordedAt: new Date().toISOString(),
    });
    const skip = queued("quick-log.skip", { taskId: water.id, reason: "TRAVEL" });
    const undo = { taskId: water.id, undoesClientOperationId: sip.clientOperationId };
    const batch = [sip, skip, queued("quick-log.undo", undo)];
    const { results } = await submit(admission, scope, batch);
    expect(results.map(({ status }) => status)).toEqual(batch.map(() => "ACCEPTED"));
    await settleAll(settlement, scope);
    expect(await find(scope)).toMatchObject({ lateCount: 0, correctedAt: null });
  });

  test("appears in the history of its tasks with their score, even if the status stays", async () => {
    const { scope, late, undo, send } = await closedScope();
    const { habit, meal, supplement } = scope.agenda;
    const done = late("complete-task", { taskId: habit.id });
    await send(
      done,
      undo(done, habit.id),
      late("complete-item", { taskId: meal.id, itemId: meal.items[0]?.id }),
      late("skip", { taskId: supplement.id, reason: "ILLNESS" }),
    );
    const historyOf = async (taskId: string) => {
      const events = await em.fork().find(AgendaTaskEvent, { taskId }, { orderBy: { id: "asc" } });
      return events.map(({ reason, fromStatus, toStatus, metadata }) => [
        reason,
        fromStatus,
        toStatus,
        metadata["counts"] === false ? "counts for nothing" : (metadata["score"] ?? null),
      ]);
    };
    expect(await historyOf(habit.id)).toEqual([
      ["MATERIALIZED", null, "PENDING", null],
      ["DAY_CLOSED", "PENDING", "MISSED", 0],
      ["LATE_EVIDENCE", "MISSED", "COMPLETED", 1],
      ["LATE_UNDO", "COMPLETED", "MISSED", 0],
    ]);
    expect((await historyOf(meal.id)).at(-1)).toEqual(["LATE_EVIDENCE", "MISSED", "MISSED", 0.333]);
    expect((await historyOf(supplement.id)).at(-1)).toEqual([
      "LATE_EVIDENCE",
      "MISSED",
      "SKIPPED",
      "counts for nothing",
    ]);
  });

  test("leaves a skip for pain exempt when it is undone beneath it", async () => {
    const scope = await buildScope(em);
    const { water } = scope.agenda;
    const clientRecordedAt = new Date().toISOString();
    const sip = queued(
      "quick-log.record-value",
      {
        taskId: water.id,
        metricKind: "WATER",
        value: 300,
        unit: "ml",
        sourceType: "MANUAL",
        recordedAt: clientRecordedAt,
      },
      { clientRecordedAt },
    );
    const pain = queued("quick-log.skip", { taskId: water.id, reason: "PAIN_OR_INJURY" });
    await submit(admission, scope, [sip, pain]);
    await settleAll(settlement, scope);
    await closeDayOf(em, scope);
    const { countedCount } = await find(scope);
    const undo = { taskId: water.id, undoesClientOperationId: sip.clientOperationId };
    const { results } = await submit(admission, scope, [queued("quick-log.undo", undo)]);
    expect(results[0]?.status).toBe("ACCEPTED");
    await settleAll(settlement, scope);
    expect(await find(scope)).toMatchObject({ skippedCount: 1, countedCount });
  });

  test("withdraws the miss of check-ins once none is missed, and an undo reports it again", async () => {
    const { scope, late, undo, send } = await closedScope(["habit", "steps"]);
    const { habit, steps } = scope.agenda;
    expect(await eventTypesOf(scope)).toEqual(["CheckInMissed"]);
    await send(late("skip", { taskId: steps.id, reason: "TRAVEL" }));
    expect(await eventTypesOf(scope)).toEqual(["CheckInMissed"]);
    const done = late("complete-task", { taskId: habit.id });
    await send(done);
    expect(await eventTypesOf(scope)).toEqual(["CheckInMissed", "CheckInMissWithdrawn"]);
    await send(undo(done, habit.id));
    expect(await eventTypesOf(scope)).toEqual([
      "CheckInMissed",
      "CheckInMissWithdrawn",
      "CheckInMissed",
    ]);
  });

  test("emits each change of a check-in once, however late its cause is settled", async () => {
    const { scope, late, undo } = await closedScope(["habit"]);
    const { habit } = scope.agenda;
    const done = late("complete-task", { taskId: habit.id });
    const again = late("complete-task", { taskId: habit.id });
    for (const operation of [done, undo(done, habit.id), again]) {
      const { results } = await submit(admission, scope, [operation]);
      expect(results).toMatchObject([{ status: "ACCEPTED" }]);
    }
    const { rows } = await sql<{ id: string }>`select id from sync_batch
      where device_id = ${scope.deviceId} order by id`.execute(em.fork().getKysely());
    const turns: unknown[] = [];
    for (const { id } of rows)
      turns.push(...(await transact(em, (tx) => listCheckInTransitions(tx, [id]))));
    expect(turns).toMatchObject([{ missedCount: 0 }, { missedCount: 1 }, { missedCount: 0 }]);
    await settleAll(settlement, scope);
    expect(await eventTypesOf(scope)).toEqual([
      "CheckInMissed",
      "CheckInMissWithdrawn",
      "CheckInMissed",
      "CheckInMissWithdrawn",
    ]);
  });

  test("is not queried if nothing came late", async () => {
    const scope = await buildScope(em);
    const { habit } = scope.agenda;
    await submit(admission, scope, [queued("quick-log.complete-task", { taskId: habit.id })]);
    const { sent } = await recordStatements(() => settleAll(settlement, scope));
    const texts = sent.map(({ text }) => text).join("\n");
    expect(texts).toContain("isUndoable");
    expect(texts).not.toMatch(/late_count|check-in-turns/u);
  });
});

describe("the event feed", () => {
  test("reports the effect of the close on each task, with stable ids, and late undos", async () => {
    const { scope, late, undo, send } = await closedScope();
    const { habit } = scope.agenda;
    const done = late("complete-task", { taskId: habit.id });
    await send(done, undo(done, habit.id));
    const published: PublishedEvent[] = [];
    const feed = {
      publish: async (events: readonly PublishedEvent[]) => void published.push(...events),
    };
    const deliver = deliverToFeed(
      feed,
      (ids) => listBatchEvents(em.fork(), operationFeatures, ids),
      { AgendaDayClosed: (rows) => listDayClosedEvents(em.fork(), rows) },
    );
    const rows = await em
      .fork()
      .find(OutboxRow, { refs: { relationshipId: scope.relationshipId } });
    const leased = rows
      .filter(({ type }) => type === "AgendaDayClosed" || type === "SyncBatchAdmitted")
      .map(({ id, consumer, key, eventId, type, subjectId, version, refs, ...row }) => {
        const event = { eventId, type, subjectId, version, refs, requestId: row.requestId };
        return {
          ...event,
          id,
          consumer,
          key,
          attempts: 0,
          traceContext: null,
          occurredAt: row.occurredAt.toISOString(),
        };
      });
    const stop = new AbortController().signal;
    await deliver(leased, stop);
    const once = published.splice(0);
    await deliver(leased, stop);
    expect(published).toEqual(once);
    const missed = once.filter(({ type }) => type === "DailyTaskMissed");
    expect(missed).toHaveLength(6);
    expect(
      missed.filter(({ subjectId }) => subjectId === habit.id).map(({ version }) => version),
    ).toEqual([2, 4]);
    expect(new Set(once.map(({ eventId }) => eventId)).size).toBe(once.length);
  });
});

/** A scope whose day was closed, and operations that its phone made before. */
async function closedScope(checkIns: readonly (keyof BuiltScope["agenda"])[] = []) {
  const scope = await buildScope(em);
  const ids = checkIns.flatMap((name) => {
    const task = scope.agenda[name];
    return typeof task === "string" ? [] : [task.id];
  });
  await asOwner.em.fork().nativeUpdate(AgendaTask, { id: { $in: ids } }, { taskKind: "CHECK_IN" });
  const clientRecordedAt = new Date().toISOString();
  // After the relationship began and before the close: an operation in the same millisecond as the close is not
  // earlier.
  await setTimeout(5);
  await closeDayOf(em, scope);
  const late = (type: string, payload: Record<string, unknown>) =>
    queued(`quick-log.${type}`, payload, { clientRecordedAt });
  const undo = (operation: Operation, taskId: string) =>
    queued("quick-log.undo", { taskId, undoesClientOperationId: operation.clientOperationId });
  const send = async (...operations: readonly Operation[]) => {
    const { results } = await submit(admission, scope, operations);
    expect(results.map(({ status }) => status)).toEqual(operations.map(() => "ACCEPTED"));
    await settleAll(settlement, scope);
  };
  return { scope, late, undo, send, clientRecordedAt };
}

async function eventTypesOf({ relationshipId }: BuiltScope) {
  const rows = await em.fork().find(
    OutboxRow,
    {
      subjectId: relationshipId,
      type: { $in: ["CheckInMissed", "CheckInMissWithdrawn"] },
      consumer: "event-feed",
    },
    { orderBy: { id: "asc" } },
  );
  return rows.map(({ type }) => type);
}
