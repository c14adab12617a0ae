import { expect, test } from "@jest/globals";
import { momentsOf } from "../../phone/texts/moments.ts";
import { openSetCount, placeAfter, placeIn, progressOf } from "../../phone/workout/guide.ts";
import { prefilled, readSet } from "../../phone/workout/sets/set-values.ts";
import { hintWords, targetWords, valuesWords } from "../../phone/workout/sets/set-words.ts";
import { de } from "../../phone/workout/texts-de.ts";
import { en } from "../../phone/workout/texts-en.ts";
import type { WorkoutDraft } from "../../device/workouts/view-types.ts";
import { shownDraft } from "./preview/shown-workout.ts";

const draftOf = (changes: Partial<WorkoutDraft> = {}) => ({
  ...shownDraft("training", Date.UTC(2026, 10, 27, 12)),
  ...changes,
});
const guided = (position: string | null, comeBack: readonly string[]) =>
  draftOf({ guide: { position, comeBack } });
const setAt = (draft: WorkoutDraft) => placeIn(draft)?.set.setKey ?? null;
const squat = (draft: WorkoutDraft) => {
  const place = placeIn(draft);
  if (place === null) throw new Error("The draft has no open set.");
  return place;
};

test("the guide shows the next set without an entry, then the exercises after it, and at last those to come back to", () => {
  expect(setAt(guided(null, []))).toBe("squat-3");
  expect(setAt(guided(null, ["squat"]))).toBe("curl-1");
  expect(setAt(guided(null, ["squat", "curl"]))).toBe("plank-1");
  expect(setAt(guided(null, ["plank", "curl", "squat"]))).toBe("plank-1");
  expect(setAt(guided("curl-2", []))).toBe("curl-2");
  expect(setAt(guided("a set that the workout lacks", []))).toBe("squat-3");
  const draft = guided(null, ["curl"]);
  expect(placeAfter(draft, squat(draft))?.set.setKey).toBe("plank-1");
});

test("the guide passes over a skipped exercise and ends once every set has an entry", () => {
  const skip = { reason: null, note: null };
  const draft = draftOf({ exercises: draftOf().exercises.map((one) => ({ ...one, skip })) });
  expect([placeIn(draft), openSetCount(draft)]).toEqual([null, 0]);
  expect([openSetCount(draftOf()), progressOf(draftOf())]).toEqual([5, { done: 2, all: 7 }]);
});

test("a set begins with the values of the set before, and otherwise with its target", () => {
  expect(prefilled(squat(guided(null, [])))).toEqual({ weight: "62.5", unit: "kg", reps: "9" });
  expect(prefilled(squat(guided("curl-1", [])))).toEqual({ reps: "12" });
  expect(prefilled(squat(guided("plank-1", [])))).toEqual({ seconds: "45" });
});

test("the values of a set are read with comma or point, and each value outside its bounds or steps is named", () => {
  const { exercise } = squat(guided(null, []));
  expect(readSet(exercise, { weight: "62,5", reps: "9", rpe: "" })).toEqual({
    values: { weight: { value: 62.5, unit: "kg" }, reps: 9 },
    faults: {},
  });
  expect(readSet(exercise, { weight: "135", unit: "lb", reps: "5" }).values.weight?.unit).toBe(
    "lb",
  );
  const { faults } = readSet(exercise, { weight: "", reps: "-1", rpe: "8.3" });
  expect(faults).toEqual({ weight: "NUMBER", reps: "NUMBER", rpe: "STEP" });
  expect(readSet(exercise, { weight: "1.000,5", reps: "2.5" }).faults).toEqual({
    weight: "NUMBER",
    reps: "STEP",
  });
});

test("targets, entries and the last session are written as people write them, in each language", () => {
  const english = { texts: en, moments: momentsOf("en") };
  const german = { texts: de, moments: momentsOf("de") };
  const { set, exercise } = squat(guided(null, []));
  expect(targetWords(set.target, english)).toBe("8 to 10 reps · 60 kg · RPE 8");
  expect(targetWords(null, german)).toBe("Ohne Ziel");
  expect(valuesWords({ weight: { value: 62.5, unit: "kg" }, reps: 9 }, german)).toBe(
    "62,5 kg · 9 Wdh.",
  );
  expect(hintWords(exercise.hint, english)).toBe(
    "Last time, Friday 20 November: 62.5 kg, 9 reps, estimated maximum 80 kg",
  );
});
