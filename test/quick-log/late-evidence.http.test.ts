import { describe, expect, test } from "@jest/globals";
import { quickLogHistoryItemSchema } from "../../contract/quick-log/history-schema.ts";
import type { Operation } from "../../contract/sync/schema.ts";
import { pageSchema } from "../../contract/wire.ts";
import { AgendaDay } from "../../db/agenda/agenda-day.ts";
import { AgendaTask } from "../../db/agenda/agenda-task.ts";
import { closeDayOf, dayOf } from "../factories/agenda/closing-day.ts";
import { buildPhone, type Phone, snapshot, sync } from "../factories/sync/phone.ts";
import { queued } from "../factories/sync/sync.ts";
import { useApi } from "../harness/use-api.ts";

const { api, issuer } = await useApi();

const taskOf = (id: string) => api.deps.database.em.fork().findOneOrFail(AgendaTask, { id });

describe("a phone that returns after its day has closed", () => {
  test("has its earlier records accepted: a queue of five that knows revision 1 succeeds", async () => {
    const { phone, late, recordedAt } = await phoneInABasement();
    const { habit, water } = phone.agenda;
    const sips = [1, 2, 3, 4].map((sip) =>
      late("record-value", {
        taskId: water.id,
        metricKind: "WATER",
        value: 250,
        unit: "ml",
        sourceType: "MANUAL",
        recordedAt: new Date(recordedAt.getTime() - sip).toISOString(),
      }),
    );
    const skip = late("skip", { taskId: water.id, reason: "BUSY" });
    const done = late("complete-task", { taskId: habit.id });
    expect(await answersOf(phone, [...sips, skip, done])).toEqual(Array(6).fill("ACCEPTED"));
    expect(await taskOf(habit.id)).toMatchObject({ status: "COMPLETED", lateEvidence: true });
    expect(await taskOf(water.id)).toMatchObject({ status: "SKIPPED", revision: 7 });
    expect(await openOf(phone)).toBe(0);
    const day = await api.deps.database.em.fork().findOneOrFail(AgendaDay, dayOf(phone));
    expect(day.closedAt).not.toBeNull();
  });

  test("undoes its completion: the task is missed, and nothing is pending", async () => {
    const phone = await buildPhone(api, issuer);
    const { habit } = phone.agenda;
    const done = queued("quick-log.complete-task", { taskId: habit.id });
    await sync(api, phone, [done]);
    await closeDayOf(api.deps.database.em, phone);
    const { clientOperationId: undoesClientOperationId } = done;
    const undo = queued("quick-log.undo", { taskId: habit.id, undoesClientOperationId });
    expect(await answersOf(phone, [undo])).toEqual(["ACCEPTED"]);
    expect(await taskOf(habit.id)).toMatchObject({ status: "MISSED", completedAt: null });
    expect(await openOf(phone)).toBe(0);
  });

  test("gets TASK_CLOSED for records made afterwards, in the future or in the distant past", async () => {
    const { phone, closedAt } = await phoneInABasement();
    const { habit, meal, supplement } = phone.agenda;
    const before = await taskOf(habit.id);
    const at = (clientRecordedAt: Date, taskId: string) =>
      queued(
        "quick-log.skip",
        { taskId, reason: "BUSY" },
        { clientRecordedAt: clientRecordedAt.toISOString() },
      );
    const codes = await answersOf(phone, [
      at(closedAt, habit.id),
      at(new Date(closedAt.getTime() + 86_400_000), meal.id),
      at(new Date("1970-01-01T00:00:00.000Z"), supplement.id),
    ]);
    expect(codes).toEqual(["TASK_CLOSED", "TASK_CLOSED", "TASK_CLOSED"]);
    expect(await taskOf(habit.id)).toEqual(before);
  });

  test("reads the closed tasks in its next delta", async () => {
    const phone = await buildPhone(api, issuer);
    const { serverCursor: since } = await snapshot(api, phone);
    await closeDayOf(api.deps.database.em, phone);
    const { changes } = await snapshot(api, phone, { since });
    const { habit, supplement, meal, water, steps } = phone.agenda;
    const changed = changes.map(({ entityId }) => entityId).toSorted();
    expect(changed).toEqual([habit, supplement, meal, water, steps].map(({ id }) => id).toSorted());
  });
});

test("the coach sees which operations came late, and how certain their time is", async () => {
  const { phone, late } = await phoneInABasement();
  const { habit, localDate } = phone.agenda;
  const done = late("complete-task", { taskId: habit.id });
  await sync(api, phone, [done]);
  const { clientOperationId: undoesClientOperationId } = done;
  await sync(api, phone, [queued("quick-log.undo", { taskId: habit.id, undoesClientOperationId })]);
  const search = new URLSearchParams({ from: localDate, to: localDate });
  const path = `/api/v1/coach/relationships/${phone.relationshipId}/quick-log?${search.toString()}`;
  const { data } = await api.call("GET", path, { token: phone.pair.coachToken });
  const { items } = pageSchema(quickLogHistoryItemSchema).parse(data);
  expect(items.map(({ actionKind, cameLate }) => [actionKind, cameLate])).toEqual([
    ["UNDO", false],
    ["COMPLETE_TASK", true],
  ]);
  expect(items[1]?.clock).toMatchObject({ confidence: "UNKNOWN", flags: [] });
});

/** A phone whose day closes while it is offline, and operations that it made a moment before. */
async function phoneInABasement() {
  const phone = await buildPhone(api, issuer);
  const recordedAt = new Date();
  const closedAt = await closeDayOf(api.deps.database.em, phone);
  const late = (type: string, payload: Record<string, unknown>): Operation =>
    queued(`quick-log.${type}`, payload, { clientRecordedAt: recordedAt.toISOString() });
  return { phone, closedAt, recordedAt, late };
}

async function openOf({ relationshipId }: Phone) {
  return await api.deps.database.em
    .fork()
    .count(AgendaTask, { relationshipId, status: { $in: ["PENDING", "IN_PROGRESS"] } });
}

async function answersOf(phone: Phone, operations: readonly Operation[]) {
  const { results } = await sync(api, phone, operations);
  return results.map(
    ({ status, rejectionCode, conflictCode }) => rejectionCode ?? conflictCode ?? status,
  );
}
