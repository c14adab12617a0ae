import { describe, expect, test } from "@jest/globals";
import { orderAgenda, reorderMsOf } from "../../contract/agenda/order-agenda.ts";
import { URGENT_WITHIN_MINUTES } from "../../contract/agenda/vocabulary.ts";
import type { PlanAssignmentStatus } from "../../contract/plans/vocabulary.ts";
import { sourceWarnings } from "../../rules/agenda/source-warnings.ts";
import { completionSummary } from "../../rules/agenda/completion-summary.ts";
import { dayValue } from "../../rules/agenda/day-value.ts";
import { materialiseTask } from "../../rules/plans/materialise-task.ts";
import { anAssignedPlan, mealContent } from "../factories/plans/assigned-plan.ts";

const owner = { workspaceId: "w", relationshipId: "r", timezone: "Asia/Kathmandu" };
const now = new Date("2026-11-21T02:00:00Z");
const moment = {
  localDate: "2026-11-21",
  now,
  taskKind: "MEAL",
  taskId: "task",
  itemIds: ["a", "b"],
  formAssignmentId: "form",
} as const;

describe("A materialised task", () => {
  const task = materialiseTask(anAssignedPlan(), owner, moment);

  test("is the first revision of its plan's content, pending and untouched", () => {
    expect(task).toMatchObject({
      id: "task",
      ...owner,
      localDate: "2026-11-21",
      taskKind: "MEAL",
      sourceContext: "NUTRITION",
      sourceType: "PLAN_ASSIGNMENT",
      sourceId: "assignment",
      sourceRevision: 3,
      sourceKey: "plan-assignment:assignment",
      status: "PENDING",
      revision: 1,
      revisionBeforeRun: 0,
      changedByKind: "SYSTEM",
      changedByLineageId: null,
      generatedAt: now,
      changedAt: now,
      snapshot: { planId: "plan", title: "Lunch", instructions: null, metric: null },
      completionSummary: { itemCount: 2, completedItemCount: 0, skippedItemCount: 0, value: null },
    });
  });

  test("is due when the clocks of the relationship show the plan's time", () => {
    expect(task.dueAt).toEqual(new Date("2026-11-21T06:45:00Z"));
    const timeless = anAssignedPlan({ content: mealContent({ dueTime: null }) });
    expect(materialiseTask(timeless, owner, moment).dueAt).toBeNull();
  });

  test("that is due at 00:00 is due at the end of its day: last of those due, and urgent only before that", () => {
    const dueAt = (dueTime: string) => {
      const content = mealContent({ dueTime, timeCritical: true });
      const made = materialiseTask(anAssignedPlan({ content }), owner, moment);
      return { ...made, taskId: dueTime, startsAt: null, dueAt: made.dueAt?.toISOString() ?? null };
    };
    const midnight = dueAt("00:00");
    expect(midnight.dueAt).toBe("2026-11-21T18:15:00.000Z");
    const orderAt = (at: string) => {
      const when = { nowMs: Date.parse(at), pinnedTaskId: null };
      return orderAgenda([midnight, dueAt("23:59"), dueAt("08:00")], when);
    };
    const last = orderAt("2026-11-21T02:00:00Z").map(({ taskId }) => taskId);
    expect(last).toEqual(["08:00", "23:59", "00:00"]);
    const urgentMs = Date.parse("2026-11-21T18:15:00Z") - URGENT_WITHIN_MINUTES * 60_000;
    const atNoHour = { ...dueAt("08:00"), timeCritical: false };
    const morning = { nowMs: Date.parse("2026-11-21T02:00:00Z"), pinnedTaskId: null };
    expect(reorderMsOf([midnight, atNoHour], morning)).toBe(urgentMs);
  });

  test("has the items of its plan, with label, amount and eligibility", () => {
    expect(task.items).toHaveLength(2);
    expect(task.items[0]).toMatchObject({
      id: "a",
      taskId: "task",
      itemKind: "MEAL_ITEM",
      sourceItemKey: "item-1",
      labelSnapshot: "Item 1",
      amountSnapshot: "150 g",
      bulkEligible: true,
      status: "PENDING",
      revision: 1,
    });
    expect(task.items[1]).toMatchObject({ id: "b", bulkEligible: false, amountSnapshot: null });
  });

  test("keeps its key whatever the plan says later", () => {
    const later = anAssignedPlan({ revision: 9, content: mealContent({ title: "Dinner" }) });
    expect(materialiseTask(later, owner, moment).sourceKey).toBe(task.sourceKey);
  });

  test("needs an id for each item", () => {
    const few = { ...moment, itemIds: ["a"] };
    expect(() => materialiseTask(anAssignedPlan(), owner, few)).toThrow(RangeError);
  });
});

describe("The progress of a task", () => {
  test("counts items by status", () => {
    const items = (["COMPLETED", "SKIPPED", "PENDING"] as const).map((status) => ({ status }));
    expect(completionSummary(items)).toEqual({
      itemCount: 3,
      completedItemCount: 1,
      skippedItemCount: 1,
      value: null,
    });
  });

  const entry = (id: string, value: number | null, supersedesId: string | null = null) => ({
    id,
    value,
    lineageId: null,
    recordedAt: new Date(`2026-11-21T0${id}:00:00Z`),
    supersedesId,
    restatesId: null,
    superseded: false,
  });

  test("sums accumulated values to three decimals", () => {
    expect(dayValue("ACCUMULATE", [entry("1", 0.1), entry("2", 0.2)])).toEqual({
      current: 0.3,
      entryCount: 2,
      lastRecordedAt: "2026-11-21T02:00:00.000Z",
    });
  });

  test("takes the replacing value accepted last, whenever it was recorded", () => {
    expect(dayValue("REPLACE", [entry("9", 8_000), entry("1", 9_500)])?.current).toBe(9_500);
  });

  test("ignores superseded entries and entries that only undo another", () => {
    const corrected = [entry("1", 300), entry("2", 250, "1")];
    expect(dayValue("ACCUMULATE", corrected)?.current).toBe(250);
    expect(dayValue("ACCUMULATE", [...corrected, entry("3", null, "2")])).toBeNull();
  });
});

describe("Warnings of stale sources", () => {
  const task = materialiseTask(anAssignedPlan(), owner, moment);
  const withSource = (revision: number, status: PlanAssignmentStatus) => ({
    ...task,
    skipReasons: [],
    notOffered: false,
    timeCritical: false,
    dependsOnSourceKey: null,
    source: { revision, status },
  });

  test("name an open task whose plan changed or whose assignment ended", () => {
    expect(sourceWarnings([withSource(3, "ACTIVE")])).toEqual([]);
    expect(sourceWarnings([withSource(4, "ACTIVE")])).toEqual([
      { code: "SOURCE_CHANGED", taskId: "task" },
    ]);
    for (const status of ["ENDED", "SUPERSEDED"] as const)
      expect(sourceWarnings([withSource(4, status)])).toEqual([
        { code: "SOURCE_ENDED", taskId: "task" },
      ]);
    expect(sourceWarnings([withSource(4, "PAUSED")])).toEqual([
      { code: "SOURCE_PAUSED", taskId: "task" },
    ]);
  });

  test("omit a closed task, which keeps its snapshot", () => {
    expect(sourceWarnings([{ ...withSource(4, "ENDED"), status: "COMPLETED" }])).toEqual([]);
  });
});
