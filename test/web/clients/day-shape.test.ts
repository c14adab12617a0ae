import { describe, expect, test } from "@jest/globals";
import { type CountedDay, shapeCounts, shapeOfDay } from "../../../web/kit/days/day-shape.ts";

const day = (changes: Partial<CountedDay>): CountedDay => ({
  localDate: "2026-11-26",
  state: "CLOSED",
  tasks: 3,
  completed: 0,
  skipped: 0,
  missed: 0,
  late: 0,
  ...changes,
});

describe("the shape of a client's day", () => {
  test.each([
    ["a closed day with every task done is filled", { completed: 3 }, "DONE"],
    [
      "a day with a part done is half filled, even if the rest was skipped",
      { completed: 1, skipped: 2 },
      "PARTIAL",
    ],
    ["a day with skips alone is hatched", { skipped: 3 }, "SKIPPED"],
    ["a day with a miss and nothing done is crossed", { skipped: 1, missed: 2 }, "MISSED"],
    ["a day whose entries came after its close is banded", { completed: 3, late: 1 }, "LATE"],
    ["a day without tasks is a dot", { tasks: 0 }, "REST"],
    [
      "a day that may still be acted on is open, whatever is done",
      { state: "OPEN", completed: 3 },
      "OPEN",
    ],
    ["a day that waits for late work is open", { state: "HELD" }, "OPEN"],
    [
      "a day that was opened too late is not offered",
      { state: "NOT_OFFERED", missed: 3 },
      "NOT_OFFERED",
    ],
    [
      "a day that was opened too late is half filled once a part of it is done",
      { state: "NOT_OFFERED", completed: 1, missed: 2 },
      "PARTIAL",
    ],
    [
      "a day that was opened too late is filled once all of it is done",
      { state: "NOT_OFFERED", completed: 3 },
      "DONE",
    ],
    ["a date after today is to come", { state: "TO_COME" }, "TO_COME"],
    ["a date without a day has no shape", { state: null }, "NONE"],
  ] as const)("%s", (_title, changes, shape) => {
    expect(shapeOfDay(day(changes))).toBe(shape);
  });

  test("a strip counts its shapes in the order of the legend and leaves out absent ones", () => {
    const days = [day({ missed: 3 }), day({ completed: 3 }), day({ completed: 3 })];
    expect(shapeCounts(days)).toEqual([
      ["DONE", 2],
      ["MISSED", 1],
    ]);
  });
});
