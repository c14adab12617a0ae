import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { countedEntries } from "../../rules/agenda/day-value.ts";
import {
  aTaskState,
  intents,
  NOW,
  play,
  recorded,
  type Step,
  taskPlans,
  verdicts,
} from "../factories/quick-log/task-state.ts";

const minutes = (count: number) => new Date(NOW.getTime() + count * 60_000);

describe("a recorded value", () => {
  test.each([
    ["another metric", recorded("STEPS", "ml", 300), "METRIC_MISMATCH"],
    ["another unit", recorded("WATER", "oz", 300), "METRIC_MISMATCH"],
    ["less than the minimum", recorded("WATER", "ml", 49.999), "VALUE_OUT_OF_RANGE"],
    ["more than the maximum", recorded("WATER", "ml", 2_000.001), "VALUE_OUT_OF_RANGE"],
    ["the least", recorded("WATER", "ml", 50), "IN_PROGRESS"],
    ["the most", recorded("WATER", "ml", 2_000), "IN_PROGRESS"],
  ])("%s -> %s", (_name, intent, verdict) => {
    expect(verdicts(play(aTaskState(taskPlans.water), [["one", intent]]))).toEqual([verdict]);
  });

  test("that adds up is stored next to the others, one per instant", () => {
    const course = play(aTaskState(taskPlans.water), [
      ["one", intents.water(300, minutes(0))],
      ["two", intents.water(200, minutes(1))],
      ["three", intents.water(100, minutes(1))],
    ]);
    expect(verdicts(course)).toEqual(["IN_PROGRESS", "IN_PROGRESS", "VALUE_DUPLICATE_TIMESTAMP"]);
    expect(currentOf(course)).toBe(500);
    expect(course.state.values.map(({ supersedesId }) => supersedesId)).toEqual([null, null]);
  });

  test("at the instant of an undone value may be recorded again", () => {
    const course = play(aTaskState(taskPlans.water), [
      ["one", intents.water(300)],
      ["two", intents.undo("one")],
      ["three", intents.water(250)],
    ]);
    expect(verdicts(course)).toEqual(["IN_PROGRESS", "PENDING", "IN_PROGRESS"]);
    expect(currentOf(course)).toBe(250);
  });

  test("that replaces names the value it supersedes; the latest accepted one is the day's", () => {
    const course = play(aTaskState(taskPlans.steps), [
      ["one", intents.steps(4_000, minutes(10))],
      ["two", intents.steps(6_500, minutes(5))],
    ]);
    expect(currentOf(course)).toBe(6_500);
    expect(course.state.values).toMatchObject([
      { id: "one", value: 4_000, supersedesId: null },
      { id: "two", value: 6_500, supersedesId: "one" },
    ]);
  });
});

describe("supersession never updates a row", () => {
  const steps = fc.array(
    fc.oneof(
      { weight: 3, arbitrary: fc.integer({ min: 50, max: 2_000 }) },
      fc.record({ undo: fc.nat({ max: 20 }) }),
    ),
    { maxLength: 20 },
  );

  test.each(["water", "steps"] as const)("%s: over any course of values and undos", (plan) => {
    fc.assert(
      fc.property(steps, (moves) => {
        let course = play(aTaskState(taskPlans[plan]), []);
        for (const [index, move] of moves.entries()) {
          const before = course.state.values;
          const intent =
            typeof move === "number"
              ? intents[plan](move, minutes(index))
              : intents.undo(`${move.undo}`);
          const step: Step = [`${index}`, intent];
          course = play(course.state, [step], course.past);
          expect(course.state.values.slice(0, before.length)).toEqual(before);
        }
        const superseded = course.state.values.flatMap(({ supersedesId }) => supersedesId ?? []);
        expect(new Set(superseded).size).toBe(superseded.length);
        if (plan === "steps")
          expect(countedEntries(course.state.values).length).toBeLessThanOrEqual(1);
      }),
    );
  });

  test("the sum is that of the values that were not undone", () => {
    fc.assert(
      fc.property(steps, (moves) => {
        let course = play(aTaskState(taskPlans.water), []);
        const expected = new Map<string, number>();
        for (const [index, move] of moves.entries()) {
          if (typeof move === "number") {
            expected.set(`${index}`, move);
            course = play(
              course.state,
              [[`${index}`, intents.water(move, minutes(index))]],
              course.past,
            );
          } else {
            expected.delete(`${move.undo}`);
            course = play(course.state, [[`${index}`, intents.undo(`${move.undo}`)]], course.past);
          }
        }
        const sum = [...expected.values()].reduce((total, value) => total + value, 0);
        expect(currentOf(course) ?? 0).toBe(sum);
        expect(course.state.task.status).toBe(expected.size === 0 ? "PENDING" : "IN_PROGRESS");
      }),
    );
  });
});

function currentOf({ state }: ReturnType<typeof play>) {
  return state.task.completionSummary.value?.current;
}
