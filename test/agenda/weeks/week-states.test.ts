import { describe, expect, test } from "@jest/globals";
import type { WeekDayState, WeekTaskState } from "../../../contract/agenda/weeks-vocabulary.ts";
import type { TaskStatus } from "../../../contract/agenda/vocabulary.ts";
import {
  countStates,
  weekDayState,
  weekTaskState,
} from "../../../rules/agenda/weeks/week-states.ts";
import { mondayOf, weeksBack } from "../../../rules/agenda/weeks/weeks-back.ts";

const summary = { itemCount: 0, completedItemCount: 0, skippedItemCount: 0, value: null };
const task = (status: TaskStatus, change: object = {}) => ({
  status,
  completionSummary: { ...summary, ...change },
  skipReasons: [],
  notOffered: false,
});

describe("A task in a client's weeks", () => {
  test.each<[TaskStatus, object, WeekTaskState]>([
    ["PENDING", {}, "OPEN"],
    ["IN_PROGRESS", {}, "BEGUN"],
    ["COMPLETED", {}, "DONE"],
    ["COMPLETED", { itemCount: 3, completedItemCount: 2, skippedItemCount: 1 }, "PARTIAL"],
    ["SKIPPED", {}, "SKIPPED"],
    ["SKIPPED", { itemCount: 2, completedItemCount: 1, skippedItemCount: 1 }, "PARTIAL"],
    ["MISSED", {}, "MISSED"],
    ["MISSED", { itemCount: 2, completedItemCount: 1 }, "PARTIAL"],
    ["CANCELED", {}, "CANCELLED"],
    ["SUPERSEDED", {}, "SUPERSEDED"],
  ])("that is %s with %j is shown as %s", (status, change, expected) => {
    expect(weekTaskState(task(status, change))).toBe(expected);
  });
});

describe("A day in a client's weeks", () => {
  test.each<[readonly WeekTaskState[], boolean, WeekDayState]>([
    [[], false, "NOTHING_PLANNED"],
    [["CANCELLED", "SUPERSEDED"], false, "NOTHING_PLANNED"],
    [["OPEN", "OPEN"], false, "OPEN"],
    [["OPEN", "DONE"], false, "BEGUN"],
    [["OPEN", "BEGUN"], false, "BEGUN"],
    [["DONE", "DONE", "SUPERSEDED"], false, "DONE"],
    [["DONE", "MISSED"], false, "PARTIAL"],
    [["PARTIAL"], false, "PARTIAL"],
    [["SKIPPED", "SKIPPED"], false, "SKIPPED"],
    [["SKIPPED", "MISSED"], false, "MISSED"],
    [["MISSED"], true, "NOT_OFFERED"],
    [["DONE"], true, "DONE"],
  ])("with %j (not offered: %s) is %s", (states, notOffered, expected) => {
    expect(weekDayState(countStates(states), notOffered)).toBe(expected);
  });
});

test("Weeks go back from the Monday of a date, also over the end of a year", () => {
  expect(mondayOf("2027-01-03")).toBe("2026-12-28");
  expect(mondayOf("2027-01-04")).toBe("2027-01-04");
  expect(weeksBack("2027-01-05", 2)).toEqual([
    { from: "2027-01-04", to: "2027-01-10" },
    { from: "2026-12-28", to: "2027-01-03" },
  ]);
});
