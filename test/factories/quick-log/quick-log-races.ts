import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "@jest/globals";
import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import type { Operation, OperationResult } from "../../../contract/sync/schema.ts";
import { AgendaDay } from "../../../db/agenda/agenda-day.ts";
import { listDayTasks } from "../../../db/agenda/queries.ts";
import { executorOf } from "../../../db/platform/pipeline/pipeline.ts";
import { batchIdOf } from "../../../db/platform/new-id.ts";
import { OutboxRow } from "../../../db/outbox/outbox-row.ts";
import { firstRow } from "../../../db/platform/transactions/transact.ts";
import { dayOf } from "../agenda/closing-day.ts";
import type { DayGround } from "../agenda/day-races.ts";
import { actionSchemaOf, BARE_TASK } from "../../../rules/agenda/actions/action-schema.ts";
import { putTaskLike } from "./structured-task.ts";
import { settleOf, settlementDeps } from "../sync/settlement.ts";
import {
  admissionDeps,
  buildDevice,
  buildScope,
  type BuiltScope,
  queued,
  submit,
} from "../sync/sync.ts";
import { verdictsOf } from "../sync/verdicts.ts";

/** One round of a race; it fails if an invariant of every order is broken. */
type QuickLogRace = (ground: DayGround, round: number) => Promise<void>;

/** Races for the tasks of a client, by the two opponents. A review against an undo belongs to sync. */
export const quickLogRaces: Readonly<Record<string, QuickLogRace>> = {
  "an import and a value": importAndValue,
  "complete-all and a tick elsewhere": allAndTick,
  "an undo on each of both phones": bothUndo,
  "the last snooze on each of both phones": bothSnooze,
  "the settlement of a skip and its undo": skipAndUndo,
};

interface TwoPhones {
  readonly scope: BuiltScope;
  readonly other: BuiltScope;
}

async function twoPhones({ quiet }: DayGround): Promise<TwoPhones> {
  const scope = await buildScope(quiet);
  return { scope, other: { ...scope, deviceId: await buildDevice(quiet, scope.clientUserId) } };
}

async function send(
  em: SqlEntityManager,
  scope: BuiltScope,
  operation: Operation,
): Promise<readonly OperationResult[]> {
  return (await submit(admissionDeps(em), scope, [operation])).results;
}

/** Runs both at once; the round decides which starts first. */
async function atOnce<T>(
  round: number,
  one: () => Promise<T>,
  other: () => Promise<T>,
): Promise<readonly T[]> {
  const acts = round % 2 === 0 ? [one, other] : [other, one];
  const results = await Promise.all(acts.map((act) => act()));
  return round % 2 === 0 ? results : results.toReversed();
}

async function taskOf({ quiet }: DayGround, { relationshipId, agenda }: BuiltScope, id: string) {
  const tasks = await listDayTasks(executorOf(quiet.fork()), relationshipId, [agenda.localDate]);
  const task = tasks.find((each) => each.id === id);
  if (task === undefined) throw new Error("The task has disappeared");
  return task;
}

/** Both are stored: the import is the day's value, and the typed value remains next to it. */
async function importAndValue(ground: DayGround, round: number): Promise<void> {
  const { scope, other } = await twoPhones(ground);
  const { steps, localDate } = scope.agenda;
  const reported = queued("quick-log.import-value", {
    metricKind: "STEPS",
    localDate,
    value: 4_000,
    unit: "steps",
    sourceType: "APPLE_HEALTH",
    sourceDevice: "Watch",
    windowStart: `${localDate}T00:00:00.000Z`,
    windowEnd: `${localDate}T00:00:01.000Z`,
    userEntered: false,
  });
  const typed = queued("quick-log.record-value", {
    taskId: steps.id,
    metricKind: "STEPS",
    value: 300,
    unit: "steps",
    sourceType: "MANUAL",
    recordedAt: `${localDate}T08:00:00.000Z`,
  });
  const answers = await atOnce(
    round,
    () => send(ground.em, scope, typed),
    () => send(ground.em, other, reported),
  );
  expect(answers.map(verdictsOf)).toEqual([["ACCEPTED"], ["ACCEPTED"]]);
  expect(await taskOf(ground, scope, steps.id)).toMatchObject({
    status: "IN_PROGRESS",
    revision: 3,
    completionSummary: { value: { current: 4_000, imported: { manual: { current: 300 } } } },
  });
}

/** Each item is ticked once, by whichever comes first; the other is refused for its old revision. */
async function allAndTick(ground: DayGround, round: number): Promise<void> {
  const { scope, other } = await twoPhones(ground);
  const { meal } = scope.agenda;
  const [first] = meal.items;
  const taskId = meal.id;
  const answers = await atOnce(
    round,
    () => send(ground.em, scope, queued("quick-log.complete-all", { taskId, confirmed: true })),
    () => send(ground.em, other, queued("quick-log.complete-item", { taskId, itemId: first?.id })),
  );
  const [[all], [tick]] = [verdictsOf(answers[0] ?? []), verdictsOf(answers[1] ?? [])];
  const isAll = all === "ACCEPTED";
  expect([all, tick]).toEqual(
    isAll ? ["ACCEPTED", "STALE_REVISION"] : ["STALE_REVISION", "ACCEPTED"],
  );
  const task = await taskOf(ground, scope, taskId);
  expect(task).toMatchObject({ status: isAll ? "COMPLETED" : "IN_PROGRESS", revision: 2 });
  expect(task.items.map(({ status }) => status === "COMPLETED")).toEqual([true, isAll, isAll]);
  const sources = new Set(task.items.flatMap(({ completionSource }) => completionSource ?? []));
  expect([...sources]).toEqual([isAll ? "BULK_ACTION" : "EXPLICIT_TAP"]);
}

/** A completed task is undone once. */
async function bothUndo(ground: DayGround, round: number): Promise<void> {
  const { scope, other } = await twoPhones(ground);
  const { id: taskId } = scope.agenda.habit;
  const [done] = await send(ground.quiet, scope, queued("quick-log.complete-task", { taskId }));
  const undo = () =>
    queued(
      "quick-log.undo",
      { taskId, undoesReceiptId: done?.receiptId },
      { operationVersion: 2, expectedRevision: 2 },
    );
  const answers = await atOnce(
    round,
    () => send(ground.em, scope, undo()),
    () => send(ground.em, other, undo()),
  );
  const verdicts = answers.flatMap(verdictsOf).toSorted();
  expect(verdicts).toEqual([
    "ACCEPTED",
    expect.stringMatching(/^(STALE_REVISION|ALREADY_UNDONE)$/),
  ]);
  const task = await taskOf(ground, scope, taskId);
  expect(task).toMatchObject({ status: "PENDING", revision: 3 });
}

/** A task is snoozed up to its limit, and no more often. */
async function bothSnooze(ground: DayGround, round: number): Promise<void> {
  const { scope, other } = await twoPhones(ground);
  const once = { ...BARE_TASK, snooze: { minutes: [10], most: 1 } };
  const reminder = { task_kind: "REMINDER", action_schema: actionSchemaOf("REMINDER", once) };
  const taskId = await putTaskLike(ground.quiet, scope.agenda.habit, reminder);
  const clientRecordedAt = new Date().toISOString();
  const snooze = () => queued("quick-log.snooze", { taskId, minutes: 10 }, { clientRecordedAt });
  const answers = await atOnce(
    round,
    () => send(ground.em, scope, snooze()),
    () => send(ground.em, other, snooze()),
  );
  expect(answers.flatMap(verdictsOf).toSorted()).toEqual(["ACCEPTED", "STALE_REVISION"]);
  expect(await taskOf(ground, scope, taskId)).toMatchObject({ revision: 2, snoozeCount: 1 });
}

/** The coach is notified of pain at once or never, and of the undo last. The day counts no skip. */
async function skipAndUndo(ground: DayGround, round: number): Promise<void> {
  const { scope, other } = await twoPhones(ground);
  const { id: taskId } = scope.agenda.habit;
  const skip = queued("quick-log.skip", { taskId, reason: "PAIN_OR_INJURY" });
  const [skipped] = await send(ground.quiet, scope, skip);
  const payload = { taskId, undoesReceiptId: skipped?.receiptId };
  const undo = queued("quick-log.undo", payload, { operationVersion: 2, expectedRevision: 2 });
  const settle = async ({ deviceId }: BuiltScope) =>
    // If one call waited too long for the other, its remaining work is settled below.
    await settleOf(settlementDeps(ground.em), deviceId).catch(() => undefined);
  const later = async (act: () => Promise<unknown>) => {
    await sleep((round * 7) % 20);
    await act();
  };
  const undoing = async () => {
    expect(verdictsOf(await send(ground.em, other, undo))).toEqual(["ACCEPTED"]);
    await settle(other);
  };
  const settling = () => settle(scope);
  await Promise.all(round % 2 === 0 ? [settling(), later(undoing)] : [undoing(), later(settling)]);
  for (const { deviceId } of [scope, other]) await settleOf(settlementDeps(ground.quiet), deviceId);
  const types = ["ClientSkipNeedsAttention", "ClientSkipWithdrawn"] as const;
  const { relationshipId } = scope;
  const rows = await ground.quiet
    .fork()
    .find(
      OutboxRow,
      { type: { $in: [...types] }, refs: { relationshipId } },
      { orderBy: { id: "asc" } },
    );
  const eventTypes = [...new Map(rows.map(({ eventId, type }) => [eventId, type])).values()];
  const isPainReported = await wasSettledFirst(ground.quiet, { skipped, deviceId: other.deviceId });
  expect(eventTypes).toEqual(isPainReported ? types : ["ClientSkipWithdrawn"]);
  const day = await ground.quiet.fork().findOneOrFail(AgendaDay, dayOf(scope));
  expect(day.skippedCount).toBe(0);
}

/** Whether an operation was settled before a phone sent its only batch. */
async function wasSettledFirst(
  em: SqlEntityManager,
  {
    skipped,
    deviceId,
  }: { readonly skipped: OperationResult | undefined; readonly deviceId: string },
): Promise<boolean> {
  const { rows } = await sql<{ first: boolean }>`
    select settled.settled_at <= sent.admitted_at as first from sync_batch settled, sync_batch sent
    where settled.id = ${batchIdOf(String(skipped?.receiptId))} and sent.device_id = ${deviceId}`.execute(
    em.fork().getKysely(),
  );
  return firstRow(rows).first;
}
