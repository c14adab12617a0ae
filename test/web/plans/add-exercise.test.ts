import { describe, expect, test } from "@jest/globals";
import { PROGRAM_DAY_LIMITS } from "../../../contract/agenda/program-day/vocabulary.ts";
import { newPlanContentSchema, planContentSchema } from "../../../contract/plans/content-schema.ts";
import {
  isDayFull,
  placeExercise,
  programWith,
} from "../../../web/plans/add-exercise/place-exercise.ts";

const row = {
  exerciseId: "0198c3a2-0000-7000-8000-000000000001",
  name: "Row",
  exerciseKey: "row",
};

function program() {
  const read = planContentSchema.parse(programWith("Strength", { ...row, exerciseKey: "first" }));
  if (read.kind !== "PROGRAM") throw new Error("The plan has another kind.");
  return read;
}

describe("an exercise that is added to a program", () => {
  test("is the last one of a training day, and makes a day of rest one with its name", () => {
    const trained = placeExercise(program(), { week: 1, day: 1 }, row);
    expect(trained.weeks[0]?.days[0]?.exercises.map(({ exerciseKey }) => exerciseKey)).toEqual([
      "first",
      "row",
    ]);
    const rested = placeExercise(trained, { week: 1, day: 4 }, row);
    expect(rested.weeks[0]?.days.map(({ dayNumber, title }) => [dayNumber, title])).toEqual([
      [1, "Row"],
      [4, "Row"],
    ]);
    expect(newPlanContentSchema.safeParse(rested).success).toBe(true);
  });

  test("goes into no day that is full", () => {
    let full = program();
    for (let count = 1; count < PROGRAM_DAY_LIMITS.exercisesPerDay; count += 1)
      full = placeExercise(full, { week: 1, day: 1 }, { ...row, exerciseKey: `row-${count}` });
    expect(isDayFull(full, { week: 1, day: 1 })).toBe(true);
    expect(isDayFull(full, { week: 1, day: 2 })).toBe(false);
    expect(newPlanContentSchema.safeParse(full).success).toBe(true);
  });
});
