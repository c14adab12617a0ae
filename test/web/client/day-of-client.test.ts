import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { orderAgenda } from "../../../contract/agenda/order-agenda.ts";
import { TASK_STATUSES } from "../../../contract/agenda/vocabulary.ts";
import type { SummaryDay, SummaryTask } from "../../../web/client/client-queries.ts";
import { phoneOrder } from "../../../web/client/today/phone-order.ts";
import { weeksOf } from "../../../web/client/weeks/weeks-of.ts";

const task = (taskId: string, changes: Partial<SummaryTask> = {}): SummaryTask => ({
  taskId,
  taskKind: "HABIT",
  title: taskId,
  status: "PENDING",
  revision: 1,
  priority: 0,
  startsAt: null,
  dueAt: null,
  timeCritical: false,
  sortKey: "",
  sourceKey: taskId,
  dependsOnSourceKey: null,
  completedAt: null,
  source: { context: "DAILY_EXECUTION", type: "PLAN_ASSIGNMENT", id: "plan", revision: 1 },
  completionSummary: { itemCount: 0, completedItemCount: 0, skippedItemCount: 0, value: null },
  cameLate: false,
  final: false,
  supersededBy: null,
  explanation: null,
  completionEvents: [],
  ...changes,
});

const NOTHING = {
  taskCount: 0,
  openCount: 0,
  pendingCount: 0,
  inProgressCount: 0,
  completedCount: 0,
  skippedCount: 0,
  missedCount: 0,
};

const day = (localDate: string, changes: Partial<SummaryDay> = {}): SummaryDay => ({
  localDate,
  timezone: "Europe/Berlin",
  closedAt: `${localDate}T23:00:00Z`,
  heldReason: null,
  focusPin: null,
  reviewedAt: null,
  agendaVersion: 1,
  notOffered: false,
  counters: NOTHING,
  adherence: { countedCount: 4, completedCount: 3, adherencePercent: 75 },
  lateCount: 0,
  tasks: [],
  ...changes,
});

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

describe("a client's weeks", () => {
  test("a week has seven dates from Monday, and a date without a day has no state", () => {
    const [week] = weeksOf([day("2026-11-24")], "2026-11-26", 1);
    expect(week?.from).toBe("2026-11-23");
    expect(week?.days.map(({ state }) => state)).toEqual([
      null,
      "CLOSED",
      null,
      null,
      null,
      null,
      null,
    ]);
  });

  test("the percentage of a week leaves out open and not offered days, and is null if nothing counts", () => {
    const open = day("2026-11-25", {
      closedAt: null,
      adherence: { countedCount: 4, completedCount: 0, adherencePercent: 0 },
    });
    const late = day("2026-11-26", {
      notOffered: true,
      adherence: { countedCount: 4, completedCount: 0, adherencePercent: 0 },
    });
    const weeks = weeksOf([day("2026-11-24"), open, late], "2026-11-26", 2);
    expect(weeks.map(({ percent }) => percent)).toEqual([75, null]);
  });
});
