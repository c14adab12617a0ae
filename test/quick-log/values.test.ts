import { describe, expect, test } from "@jest/globals";
import { metricSchema } from "../../contract/agenda/metric-schema.ts";
import {
  QUICK_LOG_PAYLOADS,
  type QuickLogPayloads,
} from "../../contract/quick-log/payload-schema.ts";
import { isOutsideDay } from "../../rules/quick-log/is-outside-day.ts";
import { judgeValue } from "../../rules/quick-log/judge-value.ts";
import { taskMetric } from "../../rules/agenda/task-metric.ts";
import { habitContent } from "../factories/plans/assigned-plan.ts";
import {
  aTaskState,
  intents,
  NOW,
  play,
  taskPlans,
  verdicts,
} from "../factories/quick-log/task-state.ts";

const metrics = {
  steps: metricSchema.parse({
    metricKind: "STEPS",
    unit: "steps",
    min: 0,
    max: 100_000,
    mode: "REPLACE",
    decimals: 0,
  }),
  /** Declares no decimals: steps have none. */
  walked: metricSchema.parse({
    metricKind: "STEPS",
    unit: "steps",
    min: 0,
    max: 100_000,
    mode: "REPLACE",
  }),
  miles: metricSchema.parse({
    metricKind: "STEPS",
    unit: "miles",
    min: 0,
    max: 100,
    mode: "REPLACE",
  }),
  weight: metricSchema.parse({
    metricKind: "WEIGHT",
    unit: "kg",
    min: 30,
    max: 300,
    mode: "REPLACE",
    decimals: 1,
  }),
  water: metricSchema.parse({
    metricKind: "WATER",
    unit: "ml",
    min: 50,
    max: 2_000,
    mode: "ACCUMULATE",
  }),
  note: metricSchema.parse({ type: "text", metricKind: "SLEEP_NOTE", maxLength: 12 }),
  mood: metricSchema.parse({ type: "choice", metricKind: "MOOD", choices: ["good", "bad"] }),
  fasted: metricSchema.parse({ type: "boolean", metricKind: "FASTED" }),
};

describe("a value is one of its metric", () => {
  test.each([
    ["steps", 4_000, "steps", null],
    ["steps", 4_000.5, "steps", "VALUE_TOO_PRECISE"],
    ["steps", 100_001, "steps", "VALUE_OUT_OF_RANGE"],
    ["steps", "4000", "steps", "VALUE_TYPE_MISMATCH"],
    ["steps", 4_000, "km", "METRIC_MISMATCH"],
    ["steps", 4_000, undefined, "METRIC_MISMATCH"],
    ["walked", 4_000, "steps", null],
    ["walked", 4_000.5, "steps", "VALUE_TOO_PRECISE"],
    ["miles", 2.125, "miles", null],
    ["weight", 81.3, "kg", null],
    ["weight", 81.35, "kg", "VALUE_TOO_PRECISE"],
    ["water", 250.125, "ml", null],
    ["water", true, "ml", "VALUE_TYPE_MISMATCH"],
    ["note", "deep", undefined, null],
    ["note", "deep and long", undefined, "VALUE_OUT_OF_RANGE"],
    ["note", 7, undefined, "VALUE_TYPE_MISMATCH"],
    ["note", "deep", "kg", "METRIC_MISMATCH"],
    ["mood", "bad", undefined, null],
    ["mood", "fine", undefined, "CHOICE_NOT_OFFERED"],
    ["mood", false, undefined, "VALUE_TYPE_MISMATCH"],
    ["fasted", false, undefined, null],
    ["fasted", "no", undefined, "VALUE_TYPE_MISMATCH"],
  ] as const)("a value of %s: %p %s -> %s", (name, value, unit, code) => {
    const metric = metrics[name];
    const recorded = { metricKind: metric.metricKind, value, ...(unit !== undefined && { unit }) };
    expect(judgeValue(metric, recorded)).toBe(code);
  });

  test.each([
    ["a metric of no type", { type: "colour", metricKind: "MOOD" }],
    ["one choice", { type: "choice", metricKind: "MOOD", choices: ["good"] }],
    ["a choice twice", { type: "choice", metricKind: "MOOD", choices: ["good", "good"] }],
    ["texts that add up", { type: "text", metricKind: "NOTE", mode: "ACCUMULATE" }],
    [
      "four decimals",
      { metricKind: "STEPS", unit: "steps", min: 0, max: 1, mode: "REPLACE", decimals: 4 },
    ],
    ["a number without a unit", { metricKind: "STEPS", min: 0, max: 1, mode: "REPLACE" }],
  ])("%s is refused", (_name, metric) => {
    expect(metricSchema.safeParse(metric).success).toBe(false);
  });
});

test("a measurement of one metric accepts its values; one of several metrics has its own screen", () => {
  const { weight, mood } = metrics;
  expect(taskMetric({ metric: null, metrics: [weight] })).toBe(weight);
  expect(taskMetric({ metric: null, metrics: [weight, mood] })).toBeNull();
  expect(taskMetric({ metric: mood })).toBe(mood);
  expect(taskMetric({ metric: null })).toBeNull();
});

const recorded = (metricKind: string, value: QuickLogPayloads["RECORD_VALUE"]["value"]) => ({
  actionKind: "RECORD_VALUE" as const,
  payload: QUICK_LOG_PAYLOADS.RECORD_VALUE.parse({
    taskId: "11111111-1111-7111-8111-111111111111",
    metricKind,
    value,
    sourceType: "MANUAL",
    recordedAt: NOW.toISOString(),
  }),
});

test.each([
  ["mood", "good", "bad"],
  ["note", "deep", "light"],
  ["fasted", true, false],
] as const)(
  "%s: a correction supersedes, and its undo restores the former value",
  (name, first, then) => {
    const metric = metrics[name];
    const course = play(aTaskState(habitContent({ metric })), [
      ["one", recorded(metric.metricKind, first)],
      ["two", recorded(metric.metricKind, then)],
      ["three", intents.undo("two")],
    ]);
    expect(verdicts(course)).toEqual(["IN_PROGRESS", "IN_PROGRESS", "IN_PROGRESS"]);
    expect(course.state.task.completionSummary.value).toMatchObject({
      current: first,
      entryCount: 1,
    });
    expect(course.state.values.map(({ value, supersedesId }) => [value, supersedesId])).toEqual([
      [first, null],
      [then, "one"],
      [first, "two"],
    ]);
    const empty = play(course.state, [["four", intents.undo("one")]], course.past);
    expect(empty.state.task.completionSummary.value).toBeNull();
  },
);

describe("a value that adds up needs no revision", () => {
  const others = { lineageId: "lineage-other" };

  test("except for an undo of its undo, as for every operation that cannot be undone", () => {
    const course = play(aTaskState(taskPlans.water), [
      ["one", intents.water(300)],
      ["two", intents.undo("one")],
      ["three", intents.undo("two"), { ...others, expectedRevision: 1 }],
      ["four", intents.undo("two"), { ...others, expectedRevision: 3 }],
    ]);
    expect(verdicts(course).slice(2)).toEqual(["STALE_REVISION", "UNDO_TARGET_UNKNOWN"]);
  });

  test.each([null, 1, 99])(
    "revision %p is not judged: no change of others affects the value or its undo",
    (expectedRevision) => {
      const course = play(aTaskState(taskPlans.water), [
        ["one", intents.water(300), others],
        ["two", intents.water(200), { expectedRevision }],
        ["three", intents.undo("two"), { ...others, expectedRevision }],
      ]);
      expect(verdicts(course)).toEqual(["IN_PROGRESS", "IN_PROGRESS", "IN_PROGRESS"]);
      expect(course.state.task.completionSummary.value).toMatchObject({ current: 300 });
    },
  );

  test("two phones may log the same instant, one phone may not log it twice", () => {
    const course = play(aTaskState(taskPlans.water), [
      ["one", intents.water(300), others],
      ["two", intents.water(200)],
      ["three", intents.water(100)],
    ]);
    expect(verdicts(course)).toEqual(["IN_PROGRESS", "IN_PROGRESS", "VALUE_DUPLICATE_TIMESTAMP"]);
  });

  test("a value that replaces is judged, and so is a skip of a metric that adds up", () => {
    const steps = play(aTaskState(taskPlans.steps), [
      ["one", intents.steps(300), { expectedRevision: null }],
      ["two", intents.steps(300), others],
      ["three", intents.steps(400), { expectedRevision: 1 }],
      ["four", intents.undo("two"), { expectedRevision: null }],
    ]);
    expect(verdicts(steps)).toEqual([
      "EXPECTED_REVISION_MISSING",
      "IN_PROGRESS",
      "STALE_REVISION",
      "EXPECTED_REVISION_MISSING",
    ]);
    const water = play(aTaskState(taskPlans.water), [
      ["one", intents.water(300), others],
      ["two", intents.skip(), { expectedRevision: 1 }],
    ]);
    expect(verdicts(water)).toEqual(["IN_PROGRESS", "STALE_REVISION"]);
  });
});

describe("a value is of another day than its task", () => {
  const task = { localDate: "2026-01-05", timezone: "Europe/Berlin" };
  const minute = 60_000;
  const at = (instant: string) => new Date(instant);

  test.each([
    ["at its midnight", "2026-01-04T23:00:00Z", 0, false],
    ["a moment before", "2026-01-04T22:59:59Z", 0, true],
    ["at the next midnight", "2026-01-05T23:00:00Z", 0, true],
    ["by a clock that is ten minutes ahead", "2026-01-05T23:05:00Z", 10 * minute, false],
    ["by a clock that is ten minutes behind", "2026-01-05T22:55:00Z", -10 * minute, true],
  ])("%s", (_name, instant, offset, is) => {
    expect(isOutsideDay(task, at(instant), offset)).toBe(is);
  });
});
