import { afterEach, describe, expect, test } from "@jest/globals";
import { sql } from "kysely";
import type { FeatureSettlement } from "../../activities/sync/feature-settlement.ts";
import type { OperationFeature } from "../../activities/sync/operation-feature.ts";
import { quickLogSettlement } from "../../activities/quick-log/quick-log-settlement.ts";
import { settleDevice } from "../../activities/sync/settlement/settle-device.ts";
import { settleLane } from "../../activities/sync/settlement/settle-lane.ts";
import { newId } from "../../db/platform/new-id.ts";
import { batchOf } from "../../db/platform/statements/receipt-range.ts";
import { deviceActorId } from "../../rules/sync/device-actor-id.ts";
import { featureSettlements } from "../../workers/feature-settlements.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import { settleAll, settlementDeps } from "../factories/sync/settlement.ts";
import {
  admissionDeps,
  buildScope,
  queued,
  submit,
  type BuiltScope,
} from "../factories/sync/sync.ts";
import { withDayCopy } from "../factories/sync/features/with-copy.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em, ownerUrl } = await useOrm(await useOwnDatabase(), { poolSize: 12 });
const admission = admissionDeps(em);
const deps = settlementDeps(em);
afterEach(() => moveClock(ownerUrl, 0));

/** Days become final at quarters of an hour. */
const QUARTER = 900;

const complete = (taskId: string) => queued("quick-log.complete-task", { taskId });

describe("settlement", () => {
  test("computes the day from its rows and marks the batch SETTLED", async () => {
    const scope = await buildScope(em);
    const { habit, supplement, localDate } = scope.agenda;
    await submit(admission, scope, [complete(habit.id), skip(supplement.id, "BUSY")]);
    const agenda = await settleAll(deps, scope);
    expect(agenda).toMatchObject({
      open: false,
      dueReason: null,
      settledBatches: 1,
      waitingBatches: 0,
      waiting: { RETRY: 0, STUCK_OUTBOX: 0, PURGE: 0 },
      relationshipId: scope.relationshipId,
      workspaceId: scope.workspaceId,
      status: "ACTIVE",
    });
    expect(await batches(scope)).toMatchObject([{ status: "SETTLED", failure_code: null }]);
    expect(
      await select(sql`select task_count, completed_count, skipped_count from agenda_day
        where relationship_id = ${scope.relationshipId} and local_date = ${localDate}`),
    ).toEqual([{ task_count: 5, completed_count: 1, skipped_count: 1 }]);
    expect(await actorRow(scope)).toEqual([]);
  });

  test("has its effects once, however often and however many at once it runs", async () => {
    const scope = await buildScope(em);
    const { habit, meal } = scope.agenda;
    await submit(admission, scope, [complete(habit.id)]);
    await submit(admission, scope, [skip(meal.id, "ILLNESS")]);
    await Promise.all(Array.from({ length: 5 }, () => settleAll(deps, scope)));
    await settleAll(deps, scope);
    expect(await batches(scope)).toMatchObject([{ status: "SETTLED" }, { status: "SETTLED" }]);
    expect(await attentions(scope)).toHaveLength(1);
    expect(
      await select(sql`select completed_count, skipped_count from agenda_day
        where relationship_id = ${scope.relationshipId}`),
    ).toEqual([{ completed_count: 1, skipped_count: 1 }]);
  });

  test("skips a batch whose settlement fails, and settles the later ones", async () => {
    const scope = await buildScope(em);
    const { habit, water, meal } = scope.agenda;
    await submit(admission, scope, [complete(habit.id)]);
    await submit(admission, scope, [skip(meal.id, "BUSY", "planted note")]);
    await submit(admission, scope, [skip(water.id, "BUSY")]);
    const broken = brokenFor(meal.id);
    const failing = await settleAll(settlementDeps(em, [broken]), scope);
    expect(failing).toMatchObject({
      settledBatches: 2,
      waitingBatches: 1,
    });
    expect(await batches(scope)).toEqual([
      { status: "SETTLED", settle_attempts: 0, failure_code: null },
      { status: "ADMITTED", settle_attempts: 1, failure_code: "RangeError" },
      { status: "SETTLED", settle_attempts: 0, failure_code: null },
    ]);
    expect(await settleAll(deps, scope)).toMatchObject({ settledBatches: 0 });
    await moveClock(ownerUrl, 1);
    expect(await settleAll(deps, scope)).toMatchObject({ settledBatches: 1 });
    expect((await batches(scope))[1]).toMatchObject({ status: "SETTLED", failure_code: null });
  });

  test("settles many batches in slices", async () => {
    const scope = await buildScope(em);
    for (let index = 0; index < 45; index += 1) {
      await submit(admission, scope, [
        queued("quick-log.complete-task", { taskId: scope.deviceId }),
      ]);
    }
    let settled = 0;
    for (let round = 0; round < 10 && settled < 45; round += 1) {
      settled += (await settleAll(deps, scope)).settledBatches;
    }
    expect(settled).toBe(45);
  });

  test("of a device whose actor waited for the end of undo before the upgrade drops that wait", async () => {
    const { deviceId } = await buildScope(em);
    const workflowId = deviceActorId(deviceId);
    await select(sql`insert into actor (workflow_id, due_at, due_reason)
      values (${workflowId}, clock_now() + interval '1 day', 'UNDO_WINDOW')`);
    const agenda = await settleDevice(deps, { deviceId });
    expect(agenda).toMatchObject({ open: false, dueAt: null, waiting: { RETRY: 0 } });
    expect(await actorRow({ deviceId })).toEqual([]);
  });

  test("of a device that does not exist has no deadline", async () => {
    const deviceId = "019a0000-0000-7000-8000-000000000000";
    expect(await settleAll(deps, { deviceId })).toMatchObject({ open: false, status: null });
  });
});

describe("a skip", () => {
  test("that asks for help emits an event in the transaction that settles it, without its text", async () => {
    const scope = await buildScope(em);
    const { meal } = scope.agenda;
    await submit(admission, scope, [skip(meal.id, "PAIN_OR_INJURY", "my left knee")]);
    expect(await attentions(scope)).toEqual([]);
    await settleAll(deps, scope);
    const [attention, ...others] = await attentions(scope);
    expect(others).toEqual([]);
    expect(attention).toMatchObject({
      refs: { reasonGroup: "NEEDS_HELP", sourceContext: "NUTRITION", occurrenceCount: 1 },
    });
    expect(JSON.stringify(attention)).not.toContain("knee");
  });

  test("of a waiting batch counts once it is settled, with one event", async () => {
    const scope = await buildScope(em);
    const { meal, supplement } = scope.agenda;
    await submit(admission, scope, [skip(meal.id, "FOOD_UNAVAILABLE")]);
    await submit(admission, scope, [skip(supplement.id, "FOOD_UNAVAILABLE")]);
    await settleAll(settlementDeps(em, [brokenFor(meal.id)]), scope);
    expect(await attentions(scope)).toEqual([]);
    await settleAll(deps, { ...scope, retryNow: true });
    expect(await attentions(scope)).toMatchObject([
      { refs: { reasonGroup: "OBSTACLE", occurrenceCount: 2 } },
    ]);
    await settleAll(deps, { ...scope, retryNow: true });
    expect(await attentions(scope)).toHaveLength(1);
  });

  test("of an obstacle waits for the second, and an undone one does not count", async () => {
    const scope = await buildScope(em);
    const { meal, supplement } = scope.agenda;
    const first = skip(meal.id, "FOOD_UNAVAILABLE");
    await submit(admission, scope, [
      first,
      queued("quick-log.undo", {
        taskId: meal.id,
        undoesClientOperationId: first.clientOperationId,
      }),
    ]);
    await submit(admission, scope, [skip(supplement.id, "FOOD_UNAVAILABLE")]);
    await settleAll(deps, scope);
    expect(await attentions(scope)).toEqual([]);
    await submit(admission, scope, [skip(meal.id, "PLAN_TOO_HARD")]);
    await settleAll(deps, scope);
    expect(await attentions(scope)).toMatchObject([
      { refs: { reasonGroup: "OBSTACLE", occurrenceCount: 2 } },
    ]);
  });
});

describe("a day with operations", () => {
  const undoOf = async ({ relationshipId }: BuiltScope) =>
    await select(sql`select undo_closed_at is not null as closed, undo_device_id as device
      from agenda_day where relationship_id = ${relationshipId}`);
  const closedEvents = ({ relationshipId }: BuiltScope) =>
    select(sql`select refs from outbox
      where type = 'DayUndoClosed' and subject_id = ${relationshipId} order by id`);
  const lane = () => settleLane(deps, { lane: "0", runId: newId() });

  test("is final at the quarter of an hour a day after its last acceptance, and its lane waits for it", async () => {
    const scope = await buildScope(em);
    const { habit, meal, localDate } = scope.agenda;
    await submit(admission, scope, [complete(habit.id)]);
    const agenda = await lane();
    expect(agenda).toMatchObject({ dueReason: "UNDO_WINDOW", dueAt: agenda.nextDayAt });
    expect(agenda.dayCount).toBeGreaterThan(0);
    await moveClock(ownerUrl, 3_600);
    await submit(admission, scope, [skip(meal.id, "BUSY")]);
    await lane();
    await moveClock(ownerUrl, 86_400 + QUARTER);
    await lane();
    expect(await undoOf(scope)).toEqual([{ closed: false, device: scope.deviceId }]);
    await moveClock(ownerUrl, 86_400 + 3_600 + QUARTER);
    expect((await lane()).did).toEqual([expect.stringMatching(/^days final \d+$/)]);
    expect(await undoOf(scope)).toMatchObject([{ closed: true }]);
    const refs = { relationshipId: scope.relationshipId, localDate };
    expect(await closedEvents(scope)).toEqual([{ refs }]);
    expect((await lane()).did).toEqual([]);
    expect(await closedEvents(scope)).toHaveLength(1);
  });

  test("opens again for late operations, and is final again a day after them", async () => {
    const scope = await buildScope(em);
    const { habit, meal } = scope.agenda;
    await submit(admission, scope, [complete(habit.id)]);
    await lane();
    await moveClock(ownerUrl, 86_400 + QUARTER);
    await lane();
    expect(await undoOf(scope)).toMatchObject([{ closed: true }]);
    await submit(admission, scope, [skip(meal.id, "BUSY")]);
    await lane();
    expect(await undoOf(scope)).toMatchObject([{ closed: false }]);
    await moveClock(ownerUrl, 2 * (86_400 + QUARTER));
    await lane();
    expect(await undoOf(scope)).toMatchObject([{ closed: true }]);
    expect(await closedEvents(scope)).toHaveLength(2);
  });

  test("stays final when an operation is settled whose undo ended before that", async () => {
    const scope = await buildScope(em);
    const { habit, meal } = scope.agenda;
    await submit(admission, scope, [skip(meal.id, "BUSY")]);
    await submit(admission, scope, [complete(habit.id)]);
    await settleLane(settlementDeps(em, [brokenFor(meal.id)]), { lane: "0", runId: newId() });
    await moveClock(ownerUrl, 86_400 + QUARTER);
    await lane();
    expect(await batches(scope)).toMatchObject([{ status: "SETTLED" }, { status: "SETTLED" }]);
    await lane();
    expect(await undoOf(scope)).toMatchObject([{ closed: true }]);
    expect(await closedEvents(scope)).toHaveLength(1);
  });

  test("costs its device no wake-up", async () => {
    const scope = await buildScope(em);
    const { habit, meal } = scope.agenda;
    for (const operation of [complete(habit.id), skip(meal.id, "BUSY")]) {
      await submit(admission, scope, [operation]);
      await lane();
    }
    const wakes = await select(sql`select 1 from outbox where consumer = 'device-actor'
      and subject_id = ${scope.deviceId}`);
    expect([wakes, await actorRow(scope)]).toEqual([[], []]);
  });
});

describe("an operation that crashes", () => {
  const crashing = (crashes: () => boolean): readonly OperationFeature[] =>
    withDayCopy((copy) => ({
      ...copy,
      decide(operation) {
        if (crashes()) throw new RangeError("planted note");
        return copy.decide(operation);
      },
    }));
  const deferred = ({ deviceId }: BuiltScope) =>
    select(sql`select state, attempts from deferred_operation where device_id = ${deviceId}`);

  test("is retried after a minute and after ten more, then quarantined, and settled like any other", async () => {
    const scope = await buildScope(em);
    const features = crashing(() => true);
    await submit(admissionDeps(em, features), scope, [complete(scope.agenda.habit.id)]);
    const broken = settlementDeps(em, featureSettlements, features);
    expect(await settleAll(broken, scope)).toMatchObject({
      dueReason: "RETRY",
      waiting: { RETRY: 1 },
    });
    await moveClock(ownerUrl, 61);
    expect(await settleAll(broken, scope)).toMatchObject({ dueReason: "RETRY" });
    expect(await deferred(scope)).toEqual([{ state: "OPEN", attempts: 2 }]);
    await moveClock(ownerUrl, 61 + 601);
    expect(await settleAll(broken, scope)).toMatchObject({ open: false });
    expect(await deferred(scope)).toEqual([{ state: "QUARANTINED", attempts: 3 }]);
    expect(await batches(scope)).toMatchObject([{ status: "SETTLED" }, { status: "SETTLED" }]);
  });

  test("is decided by the next try once the bug is fixed, at once if an operator asks", async () => {
    const scope = await buildScope(em);
    let crashes = true;
    const features = crashing(() => crashes);
    await submit(admissionDeps(em, features), scope, [complete(scope.agenda.habit.id)]);
    crashes = false;
    const mended = settlementDeps(em, featureSettlements, features);
    expect(await settleAll(mended, scope)).toMatchObject({ dueReason: "RETRY" });
    const { deviceId } = scope;
    expect(await settleAll(mended, { deviceId, retryNow: true })).toMatchObject({
      settledBatches: 1,
      open: false,
      waiting: { RETRY: 0 },
    });
    expect(await deferred(scope)).toMatchObject([{ state: "DONE" }]);
  });
});

/** The quick-log settlement with a bug that operations of one task trigger. */
function brokenFor(taskId: string): FeatureSettlement {
  return {
    ...quickLogSettlement,
    async settle(tx, slice) {
      const { rows } = await sql`select 1 from quick_log_operation q
        where ${batchOf("q.receipt_id")} = any(${slice.batches.map(({ batchId }) => batchId)}::uuid[]) and q.task_id = ${taskId}`.execute(
        tx.getKysely(),
      );
      if (rows.length > 0) throw new RangeError("planted note");
      return await quickLogSettlement.settle(tx, slice);
    },
  };
}

async function select(statement: ReturnType<typeof sql<Record<string, unknown>>>) {
  return (await statement.execute(em.fork().getKysely())).rows;
}

function batches({ deviceId }: BuiltScope) {
  return select(sql`select status, settle_attempts, failure_code from sync_batch
             where device_id = ${deviceId} order by admitted_at`);
}

function actorRow({ deviceId }: Pick<BuiltScope, "deviceId">) {
  return select(sql`select due_reason from actor
             where workflow_id = ${deviceActorId(deviceId)}`);
}

function attentions({ relationshipId }: BuiltScope) {
  return select(sql`select refs from outbox where consumer = 'event-feed' and type = 'ClientSkipNeedsAttention'
             and refs->>'relationshipId' = ${relationshipId} order by id`);
}

function skip(taskId: string, reason: string, note?: string) {
  return queued("quick-log.skip", { taskId, reason, ...(note === undefined ? {} : { note }) });
}
