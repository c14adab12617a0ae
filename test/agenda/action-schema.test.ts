import { randomUUID } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import { TASK_KINDS } from "../../contract/agenda/kinds/vocabulary.ts";
import { programDaySchema } from "../../contract/agenda/program-day/schema.ts";
import { planContentSchema } from "../../contract/plans/content-schema.ts";
import { storedActionSchemaSchema } from "../../contract/agenda/schema.ts";
import type { Metric } from "../../contract/agenda/metric-schema.ts";
import {
  actionSchemaOf as schemaOfKind,
  BARE_TASK,
} from "../../rules/agenda/actions/action-schema.ts";
import { actionSchemaOf } from "../../rules/plans/action-schema.ts";
import type { DayContent } from "../../rules/plans/assigned-plan.ts";
import { taskKindOf } from "../../rules/plans/task-kind.ts";
import { habitContent, mealContent } from "../factories/plans/assigned-plan.ts";

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

describe("The action schema", () => {
  const schemaOf = (content: DayContent) => {
    const { taskKind } = taskKindOf(content.kind);
    if (taskKind === null) throw new Error("A card offers no actions");
    return actionSchemaOf(content, taskKind);
  };
  const kindsOf = (content: DayContent) =>
    schemaOf(content).actions.map(({ kind, scope }) => `${kind} ${scope}`);

  test("of a meal offers: complete item, complete all eligible, skip, undo", () => {
    expect(kindsOf(mealContent())).toEqual([
      "COMPLETE_ITEM ITEM",
      "COMPLETE_ALL_ITEMS GROUP",
      "SKIP ITEM",
      "SKIP TASK",
      "UNDO TASK",
    ]);
  });

  test("offers to complete all only if an item is eligible", () => {
    const supplement = mealContent({ kind: "SUPPLEMENT" });
    const items = supplement.items.map((item) => ({ ...item, bulkEligible: false }));
    expect(kindsOf({ ...supplement, items })).not.toContain("COMPLETE_ALL_ITEMS GROUP");
  });

  test("of a habit without a metric completes it as a whole", () => {
    const habit = habitContent();
    expect(kindsOf(habit)).toEqual(["COMPLETE_TASK TASK", "SKIP TASK", "UNDO TASK"]);
    expect(schemaOf(habit).quickCompleteEligible).toBe(true);
  });

  test("of a habit with a metric asks for a value in its range and returns target and mode", () => {
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
    "of %j has its destination, its required values, whether one tap suffices, and its actions",
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

  test("of a measurement names each requested value and its bounds", () => {
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

  test.each(TASK_KINDS)("of a %s can be done offline, so that a phone predicts it", (kind) => {
    expect(schemaOfKind(kind, BARE_TASK).offlineEligible).toBe(true);
  });

  test("is valid by the contract", () => {
    const schema = schemaOf(mealContent());
    expect(storedActionSchemaSchema.parse(schema)).toEqual(schema);
  });
});
