import type { ProgramDay } from "../../contract/agenda/program-day/schema.ts";
import type { ExerciseInputs, SetInput } from "../../contract/workouts/package-schema.ts";
import { LOAD_UNITS } from "../../contract/agenda/program-day/vocabulary.ts";
import { LOAD_BOUNDS, SET_BOUNDS } from "../../contract/agenda/program-day/set-bounds.ts";
import { MODALITY_VALUES, type SetInputKey } from "../../contract/workouts/vocabulary.ts";

/**
 * The measures of each set of a day's exercises (docs/rooms/workouts.md#packages): those of its modality, plus
 * exertion if the coach requires it. A done set needs all of them.
 */
export function setInputsOf({ exercises }: ProgramDay): readonly ExerciseInputs[] {
  return exercises.map((exercise) => {
    const { exerciseKey, modality } = exercise;
    return { exerciseKey, modality, inputs: inputKeysOf(exercise).map(inputOf) };
  });
}

type Exercise = ProgramDay["exercises"][number];

/** The measures that a set of an exercise requires. */
function inputKeysOf({
  modality,
  asksRpe,
  asksRir,
}: Pick<Exercise, "modality" | "asksRpe" | "asksRir">): readonly SetInputKey[] {
  const exertion = [...(asksRpe ? (["rpe"] as const) : []), ...(asksRir ? (["rir"] as const) : [])];
  return [...MODALITY_VALUES[modality], ...exertion];
}

function inputOf(key: SetInputKey): SetInput {
  if (key === "weight")
    return { key, units: LOAD_UNITS, ...LOAD_BOUNDS[LOAD_UNITS[0]], required: true };
  return { key, ...SET_BOUNDS[key], required: true };
}
