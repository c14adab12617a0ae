import { randomUUID } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import { programDaySchema } from "../../contract/agenda/program-day-schema.ts";
import { planContentSchema } from "../../contract/plans/content-schema.ts";
import { storedActionSchemaSchema } from "../../contract/agenda/schema.ts";
import type { Metric } from "../../contract/agenda/metric-schema.ts";
import type { PlanAssignmentStatus } from "../../contract/plans/vocabulary.ts";
import { actionSchemaOf } from "../../rules/plans/action-schema.ts";
import { sourceWarnings } from "../../rules/agenda/agenda-warnings.ts";
import { completionSummary } from "../../rules/agenda/completion-summary.ts";
import { dayValue } from "../../rules/agenda/day-value.ts";
import type { DayContent } from "../../rules/plans/assigned-plan.ts";
import { madeOf } from "../../rules/plans/task-kinds.ts";
import { materialiseTask } from "../../rules/plans/materialise-task.ts";
import { anAssignedPlan, habitContent, mealContent } from "../factories/assigned-plan.ts";

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

const water: Metric = {
  metricKind: "WATER",
  unit: "ml",
  min: 50,
  max: 2_000,
  target: 2_500,
  mode: "ACCUMULATE",
};

const TRAINING = programDaySchema.parse({
  dayNumber: 1,
  title: "Legs",
  exercises: [{ exerciseKey: "squat", name: "Squat", sets: [{ repetitions: 5 }] }],
});

describe("a materialised task", () => {
  const task = materialiseTask(anAssignedPlan(), owner, moment);

  test("is the first revision of what its plan says, pending and untouched", () => {
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

  test("is due when the clocks of the relationship show the time of the plan", () => {
    expect(task.dueAt).toEqual(new Date("2026-11-21T06:45:00Z"));
    const timeless = anAssignedPlan({ content: mealContent({ dueTime: null }) });
    expect(materialiseTask(timeless, owner, moment).dueAt).toBeNull();
  });

  test("has the items of its plan, with label, amount and eligibility as they were", () => {
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

describe("the action schema", () => {
  const schemaOf = (content: DayContent) => {
    const { taskKind } = madeOf(content.kind);
    if (taskKind === null) throw new Error("A card offers nothing");
    return actionSchemaOf(content, taskKind);
  };
  const kindsOf = (content: DayContent) =>
    schemaOf(content).actions.map(({ kind, scope }) => `${kind} ${scope}`);

  test("a meal: complete item, complete all eligible, skip, undo", () => {
    expect(kindsOf(mealContent())).toEqual([
      "COMPLETE_ITEM ITEM",
      "COMPLETE_ALL_ITEMS GROUP",
      "SKIP ITEM",
      "SKIP TASK",
      "UNDO TASK",
    ]);
  });

  test("complete all is offered only where an item is eligible", () => {
    const supplement = mealContent({ kind: "SUPPLEMENT" });
    const items = supplement.items.map((item) => ({ ...item, bulkEligible: false }));
    expect(kindsOf({ ...supplement, items })).not.toContain("COMPLETE_ALL_ITEMS GROUP");
  });

  test("a habit without a metric is completed as a whole", () => {
    const habit = habitContent();
    expect(kindsOf(habit)).toEqual(["COMPLETE_TASK TASK", "SKIP TASK", "UNDO TASK"]);
    expect(schemaOf(habit).quickCompleteEligible).toBe(true);
  });

  test("a habit with a metric asks for a value in its range, and tells target and mode", () => {
    const schema = schemaOf(habitContent({ metric: water }));
    expect(schema).toMatchObject({
      quickCompleteEligible: false,
      dailyTarget: 2_500,
      valueMode: "ACCUMULATE",
    });
    expect(schema.actions.map(({ kind, requiredInputs }) => [kind, requiredInputs])).toEqual([
      [
        "RECORD_VALUE",
        [{ key: "value", type: "number", unit: "ml", min: 50, max: 2_000, required: true }],
      ],
      ["SKIP", []],
      ["UNDO", []],
    ]);
  });

  const wholeOf = (body: object) => {
    const content = planContentSchema.parse({ title: "Whatever", ...body });
    if (content.kind === "CHECK_IN") return schemaOf({ ...content, form: FORM });
    if (content.kind !== "PROGRAM") return schemaOf(content);
    const { weeks: _weeks, ...program } = content;
    return schemaOf({ ...program, programDay: 1, day: TRAINING });
  };
  const FORM = { formId: randomUUID(), formVersionId: randomUUID(), version: 1 };
  const DAILY = { recurrence: { rrule: "FREQ=DAILY" } };
  const OWN_SCREEN = ["OPEN_STRUCTURED_LOG", "SKIP", "UNDO"];
  const weight = { metricKind: "WEIGHT", unit: "kg", min: 30, max: 300, mode: "REPLACE" };
  test.each([
    [
      { kind: "HABIT", ...DAILY },
      "/today/habit",
      "NOTHING",
      true,
      ["COMPLETE_TASK", "SKIP", "UNDO"],
    ],
    [
      { kind: "HABIT", ...DAILY, metric: weight },
      "/today/habit",
      "VALUE",
      false,
      ["RECORD_VALUE", "SKIP", "UNDO"],
    ],
    [
      { kind: "REMINDER", ...DAILY },
      "/today/reminder",
      "NOTHING",
      true,
      ["COMPLETE_TASK", "SKIP", "UNDO"],
    ],
    [
      { kind: "MEAL", ...DAILY, items: [{ label: "Rice" }] },
      "/today/meal",
      "ITEMS",
      true,
      ["COMPLETE_ITEM", "COMPLETE_ALL_ITEMS", "SKIP", "SKIP", "UNDO"],
    ],
    [
      { kind: "SUPPLEMENT", ...DAILY, items: [{ label: "Iron", bulkEligible: false }] },
      "/today/supplement",
      "ITEMS",
      true,
      ["COMPLETE_ITEM", "SKIP", "SKIP", "UNDO"],
    ],
    [
      { kind: "CHECK_IN", ...DAILY, formVersionId: randomUUID() },
      "/today/check-in",
      "FORM_SUBMISSION",
      false,
      OWN_SCREEN,
    ],
    [
      { kind: "MEASUREMENT", ...DAILY, metrics: [weight] },
      "/today/measurement",
      "MEASUREMENTS",
      false,
      ["OPEN_STRUCTURED_LOG", "RECORD_VALUE", "SKIP", "UNDO"],
    ],
    [
      { kind: "MEASUREMENT", ...DAILY, metrics: [weight, { ...weight, metricKind: "WAIST" }] },
      "/today/measurement",
      "MEASUREMENTS",
      false,
      OWN_SCREEN,
    ],
    [
      { kind: "PHOTO", ...DAILY, poses: ["front"] },
      "/today/photo",
      "PHOTOS",
      false,
      ["COMPLETE_TASK", "SKIP", "UNDO"],
    ],
    [
      { kind: "HABIT", ...DAILY, items: [{ label: "Neck" }], snooze: {} },
      "/today/habit",
      "ITEMS",
      true,
      ["COMPLETE_ITEM", "COMPLETE_ALL_ITEMS", "SKIP", "SKIP", "SNOOZE", "UNDO"],
    ],
    [
      { kind: "REMINDER", ...DAILY, snooze: { minutes: [10], most: 1 } },
      "/today/reminder",
      "NOTHING",
      true,
      ["COMPLETE_TASK", "SKIP", "SNOOZE", "UNDO"],
    ],
    [
      { kind: "PROGRAM", weeks: [{ days: [TRAINING] }] },
      "/today/workout",
      "WORKOUT_LOG",
      false,
      OWN_SCREEN,
    ],
    [
      { kind: "PROGRAM", weeks: [{ days: [TRAINING] }], skipPolicy: "NOT_ALLOWED" },
      "/today/workout",
      "WORKOUT_LOG",
      false,
      ["OPEN_STRUCTURED_LOG", "UNDO"],
    ],
  ] as const)(
    "%j: where it goes on, what completing it has to bring, whether a tap does, what it offers",
    (body, destinationRoute, requiredPayload, quickCompleteEligible, kinds) => {
      const schema = wholeOf(body);
      expect(storedActionSchemaSchema.parse(schema)).toEqual(schema);
      expect(schema).toMatchObject({
        destinationRoute,
        requiredPayload,
        quickCompleteEligible,
        offlineEligible: true,
      });
      expect(schema.actions.map(({ kind }) => kind)).toEqual(kinds);
    },
  );

  test("a measurement names each value it asks for, within its bounds", () => {
    const inputsOf = ({ actions }: ReturnType<typeof wholeOf>) =>
      actions.map(({ kind, requiredInputs }) => [kind, requiredInputs.map(({ key }) => key)]);
    const one = wholeOf({ kind: "MEASUREMENT", ...DAILY, metrics: [weight] });
    expect(one.actions[1]?.requiredInputs).toEqual([
      { key: "WEIGHT", type: "number", unit: "kg", min: 30, max: 300, required: true },
    ]);
    expect(one.valueMode).toBe("REPLACE");
    const waist = { ...weight, metricKind: "WAIST" };
    const both = wholeOf({ kind: "MEASUREMENT", ...DAILY, metrics: [weight, waist] });
    expect(both.valueMode).toBeNull();
    expect(inputsOf(both)).toEqual([
      ["OPEN_STRUCTURED_LOG", ["WEIGHT", "WAIST"]],
      ["SKIP", []],
      ["UNDO", []],
    ]);
  });

  test("is what the contract says it is", () => {
    const schema = schemaOf(mealContent());
    expect(storedActionSchemaSchema.parse(schema)).toEqual(schema);
  });
});

describe("how far a task is", () => {
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

  test("accumulated values add up to three decimals", () => {
    expect(dayValue("ACCUMULATE", [entry("1", 0.1), entry("2", 0.2)])).toEqual({
      current: 0.3,
      entryCount: 2,
      lastRecordedAt: "2026-11-21T02:00:00.000Z",
    });
  });

  test("of replaced values the one accepted last stands, whenever it was recorded", () => {
    expect(dayValue("REPLACE", [entry("9", 8_000), entry("1", 9_500)])?.current).toBe(9_500);
  });

  test("a superseded entry does not count, nor does one that only takes another back", () => {
    const corrected = [entry("1", 300), entry("2", 250, "1")];
    expect(dayValue("ACCUMULATE", corrected)?.current).toBe(250);
    expect(dayValue("ACCUMULATE", [...corrected, entry("3", null, "2")])).toBeNull();
  });
});

describe("warnings of stale sources", () => {
  const task = materialiseTask(anAssignedPlan(), owner, moment);
  const withSource = (revision: number, status: PlanAssignmentStatus) => ({
    ...task,
    skipReason: null,
    notOffered: false,
    timeCritical: false,
    dependsOnSourceKey: null,
    source: { revision, status },
  });

  test("an open task is warned of when its plan moved on or its assignment ended", () => {
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

  test("a closed task keeps its snapshot without a word", () => {
    expect(sourceWarnings([{ ...withSource(4, "ENDED"), status: "COMPLETED" }])).toEqual([]);
  });
});
