import { describe, expect, test } from "@jest/globals";
import { type PlanContent, planContentSchema } from "../../../contract/plans/content-schema.ts";
import { compareContents } from "../../../rules/plans/publication/compare-contents.ts";
import { compareLists } from "../../../rules/plans/publication/compare-lists.ts";

const parsed = (content: unknown): PlanContent => planContentSchema.parse(content);

const exercise = (exerciseKey: string, repetitions = 5) => ({
  exerciseKey,
  name: exerciseKey,
  sets: [{ repetitions }],
});
const program = (weeks: readonly object[], more: object = {}) =>
  parsed({ kind: "PROGRAM", title: "Strength", weeks, ...more });
const week = (...exercises: readonly object[]) => ({
  days: [{ dayNumber: 1, title: "Legs", exercises }],
});

describe("The differences between two contents", () => {
  test("are none for equal contents", () => {
    const content = program([week(exercise("squat"))]);
    expect(compareContents(content, program([week(exercise("squat"))]))).toEqual([]);
  });

  test("name each field that was added, removed or changed, as text", () => {
    const recurrence = { rrule: "FREQ=DAILY" };
    const before = parsed({ kind: "HABIT", title: "Walk", recurrence, dueTime: "09:00" });
    const after = parsed({
      kind: "HABIT",
      title: "Walk far",
      instructions: "Outside.",
      recurrence: { ...recurrence, exdates: ["2027-12-24", "2027-12-25"] },
      snooze: { minutes: [10, 30], most: 2 },
    });
    expect(compareContents(before, after)).toEqual([
      { subject: "PLAN", change: "CHANGED", field: "title", before: "Walk", after: "Walk far" },
      { subject: "PLAN", change: "ADDED", field: "instructions", before: null, after: "Outside." },
      {
        subject: "PLAN",
        change: "ADDED",
        field: "exdates",
        before: null,
        after: "2027-12-24,2027-12-25",
      },
      { subject: "PLAN", change: "REMOVED", field: "dueTime", before: "09:00", after: null },
      { subject: "PLAN", change: "ADDED", field: "snoozeMinutes", before: null, after: "10,30" },
      { subject: "PLAN", change: "ADDED", field: "mostSnoozes", before: null, after: "2" },
    ]);
  });

  test("list an equal change of an exercise once, with the days that it is on", () => {
    const before = program([week(exercise("squat")), week(exercise("squat"))]);
    const after = program([week(exercise("squat", 8)), week(exercise("squat", 8))]);
    expect(compareContents(before, after)).toMatchObject([
      {
        subject: "EXERCISE",
        change: "CHANGED",
        places: [
          { week: 1, dayNumber: 1 },
          { week: 2, dayNumber: 1 },
        ],
        before: { sets: [{ repetitions: 5 }] },
        after: { sets: [{ repetitions: 8 }] },
      },
    ]);
  });

  test("name a day that is added, without its exercises, and a day with another title", () => {
    const day = { title: "Arms", exercises: [exercise("curl")] };
    const before = program([week(exercise("squat"))]);
    const after = program([
      {
        days: [
          { dayNumber: 1, title: "Lower body", exercises: [exercise("squat")] },
          { dayNumber: 6, ...day },
        ],
      },
    ]);
    expect(compareContents(before, after)).toEqual([
      {
        subject: "DAY",
        change: "CHANGED",
        places: [{ week: 1, dayNumber: 1 }],
        before: "Legs",
        after: "Lower body",
      },
      {
        subject: "DAY",
        change: "ADDED",
        places: [{ week: 1, dayNumber: 6 }],
        before: null,
        after: "Arms",
      },
    ]);
  });

  test("tell items by their keys, metrics by their kinds and poses by their labels", () => {
    const recurrence = { rrule: "FREQ=DAILY" };
    const itemKey = "0190a0b0-0000-7000-8000-000000000001";
    const meal = (label: string) =>
      parsed({ kind: "MEAL", title: "Lunch", recurrence, items: [{ itemKey, label }] });
    expect(compareContents(meal("Rice"), meal("Pasta"))).toMatchObject([
      { subject: "ITEM", change: "CHANGED", before: { label: "Rice" }, after: { label: "Pasta" } },
    ]);
    const metric = { metricKind: "WEIGHT", unit: "kg", min: 30, max: 300, mode: "REPLACE" };
    const measured = (...metrics: readonly object[]) =>
      parsed({ kind: "MEASUREMENT", title: "Scales", recurrence, metrics });
    const waist = { ...metric, metricKind: "WAIST", unit: "cm" };
    expect(compareContents(measured(metric), measured(metric, waist))).toMatchObject([
      { subject: "METRIC", change: "ADDED", before: null, after: { metricKind: "WAIST" } },
    ]);
    const photo = (...poses: readonly string[]) =>
      parsed({ kind: "PHOTO", title: "Progress", recurrence, poses });
    expect(compareContents(photo("Front", "Side"), photo("Front"))).toEqual([
      { subject: "POSE", change: "REMOVED", before: "Side", after: null },
    ]);
  });
});

describe("Of a list", () => {
  const changes = (before: string, after: string) =>
    compareLists(before.split(""), after.split(""), (letter) => letter).map(
      ({ change, before: old, after: present }) => `${change} ${present ?? old ?? ""}`,
    );

  test.each([
    ["abc", "abc", []],
    ["abcd", "dabc", ["MOVED d"]],
    ["abc", "cba", ["MOVED b", "MOVED a"]],
    ["abc", "axc", ["ADDED x", "REMOVED b"]],
    ["", "a", ["ADDED a"]],
  ])("%s that becomes %s, the fewest entries count as moved", (before, after, expected) => {
    expect(changes(before, after)).toEqual(expected);
  });
});
