import { describe, expect, it } from "@jest/globals";
import { programDaySchema } from "../../contract/agenda/program-day/schema.ts";

const squat = { exerciseKey: "squat", name: "Squat", sets: [{ repetitions: 5 }] };

describe("A program's day (docs/rooms/workouts.md#packages)", () => {
  it("reports a set in weight and repetitions unless it says otherwise", () => {
    expect(programDaySchema.parse(dayWith({})).exercises[0]).toMatchObject({
      modality: "WEIGHT_REPS",
      asksRpe: false,
      asksRir: false,
    });
  });

  it("gives an alternative without a key the key of its position", () => {
    const alternatives = [
      { name: "Leg press" },
      { alternativeKey: "hack", name: "Hack squat" },
      { name: "Lunge" },
    ];
    const [exercise] = programDaySchema.parse(dayWith({ alternatives })).exercises;
    expect(exercise?.alternatives.map(({ alternativeKey }) => alternativeKey)).toEqual([
      "alt-1",
      "hack",
      "alt-3",
    ]);
    // The stored content is parsed to the same content again.
    expect(programDaySchema.parse(dayWith({ ...exercise })).exercises[0]).toEqual(exercise);
  });

  it("refuses two alternatives with one key, even a key from its position", () => {
    const alternatives = [{ name: "Leg press" }, { alternativeKey: "alt-1", name: "Hack squat" }];
    expect(programDaySchema.safeParse(dayWith({ alternatives })).success).toBe(false);
  });
});

function dayWith(exercise: object) {
  return {
    dayNumber: 1,
    title: "Legs",
    exercises: [{ ...squat, ...exercise }],
  };
}
