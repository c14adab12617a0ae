import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { orderAgenda } from "../../../contract/agenda/order-agenda.ts";
import { TASK_STATUSES } from "../../../contract/agenda/vocabulary.ts";
import { phoneOrder } from "../../../web/client/today/phone-order.ts";
import type { SummaryTask } from "../../../web/client/client-queries.ts";
import { summaryTask as task } from "../../factories/agenda/summary-day.ts";

describe("a client's day in the order of the phone", () => {
  const idsIn = (tasks: readonly SummaryTask[], pinnedTaskId: string | null = null) =>
    phoneOrder(tasks, { nowMs: 0, pinnedTaskId }).map(({ taskId }) => taskId);

  const anInstant = fc.option(
    fc.integer({ min: 0, max: 8 }).map((half) => new Date(half * 1_800_000).toISOString()),
  );
  const aKey = fc.constantFrom("a", "b", "c");
  const facts = fc.record({
    taskId: fc.uuid(),
    status: fc.constantFrom(...TASK_STATUSES),
    timeCritical: fc.boolean(),
    startsAt: anInstant,
    dueAt: anInstant,
    priority: fc.integer({ min: 0, max: 1 }),
    sortKey: aKey,
    sourceKey: aKey,
    dependsOnSourceKey: fc.option(aKey),
  });
  const days = fc.record({
    tasks: fc.uniqueArray(facts, { maxLength: 9, selector: ({ taskId }) => taskId }),
    nowMs: fc.integer({ min: 0, max: 16_000_000 }),
    pinned: fc.nat(9),
  });

  test("a random day has the order of the answer that a phone receives, from whatever order it was read in", () => {
    fc.assert(
      fc.property(days, ({ tasks, nowMs, pinned }) => {
        const moment = { nowMs, pinnedTaskId: tasks[pinned]?.taskId ?? null };
        const answered = orderAgenda(tasks, moment).map(({ taskId }) => taskId);
        const read = tasks.map(({ taskId, ...changes }) => task(taskId, changes)).toReversed();
        expect(phoneOrder(read, moment).map(({ taskId }) => taskId)).toEqual(answered);
      }),
    );
  });

  test("open tasks come first, the pinned one before them, and withdrawn ones last as on the phone", () => {
    const tasks = [
      task("done", { status: "COMPLETED" }),
      task("gone", { status: "CANCELED" }),
      task("first"),
      task("second"),
    ];
    expect(idsIn(tasks)).toEqual(["first", "second", "done", "gone"]);
    expect(idsIn(tasks, "second")).toEqual(["second", "first", "done", "gone"]);
  });

  test("a task of a status that this version does not know is left out", () => {
    expect(idsIn([task("new", { status: "PONDERED" }), task("known")])).toEqual(["known"]);
  });
});
