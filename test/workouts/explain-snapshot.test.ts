import fc from "fast-check";
import { describe, expect, test } from "@jest/globals";
import type { WorkoutSnapshotContent } from "../../contract/workouts/package-schema.ts";
import { explainSnapshot } from "../../rules/workouts/explain-snapshot.ts";
import { LEG_DAY } from "../factories/workouts/workouts.ts";

const subset = fc.subarray(LEG_DAY.day.exercises, { minLength: 1 }).map(withExercises);

describe("a workout changed during training (docs/rooms/workouts.md#issues)", () => {
  test.each([
    [{ name: "Front squat" }, ["EXERCISE"]],
    [
      { sets: [...(LEG_DAY.day.exercises[0]?.sets ?? [])].map((one) => ({ ...one, grams: 1 })) },
      ["TARGETS"],
    ],
    [
      {
        sets: [
          ...(LEG_DAY.day.exercises[0]?.sets ?? []),
          ...(LEG_DAY.day.exercises[0]?.sets ?? []),
        ],
      },
      ["SETS", "TARGETS"],
    ],
    [{ asksRpe: false }, ["INPUTS"]],
    [{ alternatives: [] }, ["ALTERNATIVES"]],
    [{ skipPolicy: "NOT_ALLOWED" as const }, ["SKIP_POLICY"]],
    [{ notes: "slowly" }, ["NOTES"]],
  ])("%j is reported as %j", (changes, parts) => {
    expect(explainSnapshot(LEG_DAY, changed(changes))).toEqual([
      { exerciseKey: "squat", name: "Squat", change: "CHANGED", parts },
    ]);
  });

  test("names nothing that is equal, and everything that is no longer planned", () => {
    expect(explainSnapshot(LEG_DAY, LEG_DAY)).toEqual([]);
    const gone = explainSnapshot(LEG_DAY, null);
    expect(gone.map(({ change }) => change)).toEqual(LEG_DAY.day.exercises.map(() => "REMOVED"));
  });

  test("names every exercise if a policy of the whole workout differs", () => {
    const strict = { ...LEG_DAY, skipPolicy: "NOT_ALLOWED" as const };
    expect(explainSnapshot(LEG_DAY, strict)).toHaveLength(LEG_DAY.day.exercises.length);
  });

  test("reports additions in one direction as removals in the other, and each exercise once", () => {
    fc.assert(
      fc.property(subset, subset, (one, other) => {
        const keys = (change: string, from: typeof one, to: typeof one) =>
          explainSnapshot(from, to)
            .filter((difference) => difference.change === change)
            .map(({ exerciseKey }) => exerciseKey)
            .toSorted();
        expect(keys("ADDED", one, other)).toEqual(keys("REMOVED", other, one));
        const all = explainSnapshot(one, other).map(({ exerciseKey }) => exerciseKey);
        expect(new Set(all).size).toBe(all.length);
      }),
    );
  });
});

type Exercise = WorkoutSnapshotContent["day"]["exercises"][number];

function withExercises(exercises: readonly Exercise[]): WorkoutSnapshotContent {
  return {
    ...LEG_DAY,
    day: { ...LEG_DAY.day, exercises: [...exercises] },
  };
}

function changed(changes: Partial<Exercise>) {
  return withExercises(
    LEG_DAY.day.exercises.map((one, at) => (at === 0 ? { ...one, ...changes } : one)),
  );
}
