import type { WorkoutSnapshotContent } from "../../contract/workouts/package-schema.ts";
import type {
  LoggedExercise,
  LoggedSet,
  SetValues,
} from "../../contract/workouts/session-schema.ts";
import {
  LOAD_BOUNDS,
  SET_BOUNDS,
  SET_NUMBERS,
  type SetBounds,
} from "../../contract/agenda/program-day/set-bounds.ts";
import { MODALITY_VALUES } from "../../contract/workouts/vocabulary.ts";
import type { VerdictCode } from "../../contract/sync/vocabulary.ts";

/**
 * The first fault of some sets (docs/rooms/workouts.md#sets). Each belongs to an exercise of the workout, uses that
 * exercise's measures and stays within bounds. A done set has all measures, and exertion if required. Sets completed
 * all at once need a confirmation.
 */
export function judgeSets(
  find: FindExercise,
  { sets, confirmed }: { readonly sets: readonly LoggedSet[]; readonly confirmed: boolean },
): ContentFault | null {
  for (const [place, set] of sets.entries()) {
    const fault = judgeSet(find(set.exerciseKey), set, confirmed);
    if (fault !== null) return { code: fault.code, pointer: `/sets/${place}${fault.pointer}` };
  }
  return null;
}

/** A fault of a session's content, with its place in the payload; RFC 6901. */
export interface ContentFault {
  readonly code: VerdictCode;
  readonly pointer: string;
}

type Exercise = WorkoutSnapshotContent["day"]["exercises"][number];
type Measure = keyof SetValues;

/** Finds exercises of a workout by their keys. */
export type FindExercise = (exerciseKey: string) => Exercise | undefined;

/** The exercises of a workout by their keys. */
export function exerciseFinder({ day }: WorkoutSnapshotContent): FindExercise {
  const byKey = new Map(day.exercises.map((exercise) => [exercise.exerciseKey, exercise]));
  return (exerciseKey) => byKey.get(exerciseKey);
}

function judgeSet(
  exercise: Exercise | undefined,
  { values, completed, source }: LoggedSet,
  confirmed: boolean,
): ContentFault | null {
  if (exercise === undefined) return { code: "EXERCISE_UNKNOWN", pointer: "/exerciseKey" };
  if (source === "BULK_ACTION" && !confirmed)
    return { code: "CONFIRMATION_REQUIRED", pointer: "/source" };
  const foreign = given(values).find((measure) => !isTaken(exercise, measure));
  if (foreign !== undefined) return { code: "MODALITY_MISMATCH", pointer: `/values/${foreign}` };
  const missing = completed
    ? plannedMeasures(exercise).find((measure) => values[measure] === undefined)
    : undefined;
  if (missing !== undefined) return { code: "INPUT_REQUIRED", pointer: `/values/${missing}` };
  return judgeBounds(values);
}

function given(values: SetValues): Measure[] {
  const measures = ["weight", ...SET_NUMBERS] as const;
  return measures.filter((measure) => values[measure] !== undefined);
}

/** Any set may report exertion, required or not. */
function isTaken({ modality }: Exercise, measure: Measure): boolean {
  if (measure === "rpe" || measure === "rir") return true;
  return MODALITY_VALUES[modality].includes(measure);
}

function plannedMeasures({ modality, asksRpe, asksRir }: Exercise): readonly Measure[] {
  return [
    ...MODALITY_VALUES[modality],
    ...(asksRpe ? (["rpe"] as const) : []),
    ...(asksRir ? (["rir"] as const) : []),
  ];
}

function judgeBounds(values: SetValues): ContentFault | null {
  const { weight } = values;
  const numbers = SET_NUMBERS.map(
    (name) => [`/values/${name}`, values[name], SET_BOUNDS[name]] as const,
  );
  const load =
    weight === undefined
      ? []
      : [["/values/weight/value", weight.value, LOAD_BOUNDS[weight.unit]] as const];
  for (const [pointer, value, bounds] of [...load, ...numbers]) {
    const code = value === undefined ? null : judgeNumber(value, bounds);
    if (code !== null) return { code, pointer };
  }
  return null;
}

function judgeNumber(value: number, { min, max, step }: SetBounds): VerdictCode | null {
  if (value < min || value > max) return "VALUE_OUT_OF_RANGE";
  const steps = value / step;
  return Math.abs(steps - Math.round(steps)) > 1e-6 ? "VALUE_TOO_PRECISE" : null;
}

/** Whether an exercise may be skipped for this reason. */
export function judgeSkip(
  exercise: Exercise | undefined,
  { reason }: { readonly reason: string | null },
): VerdictCode | null {
  if (exercise === undefined) return "EXERCISE_UNKNOWN";
  if (exercise.skipPolicy === "NOT_ALLOWED") return "SKIP_NOT_ALLOWED";
  return exercise.skipPolicy === "WITH_REASON" && reason === null ? "INPUT_REQUIRED" : null;
}

/** Whether an exercise may be replaced by another; null stands for itself. */
export function judgeAlternative(
  exercise: Exercise | undefined,
  alternativeKey: string | null,
): VerdictCode | null {
  if (exercise === undefined) return "EXERCISE_UNKNOWN";
  if (alternativeKey === null) return null;
  const isApproved = exercise.alternatives.some((one) => one.alternativeKey === alternativeKey);
  return isApproved ? null : "ALTERNATIVE_NOT_APPROVED";
}

/** The first fault of exercise data outside their sets. */
export function judgeExercises(
  find: FindExercise,
  exercises: readonly LoggedExercise[],
): ContentFault | null {
  for (const [place, { exerciseKey, skip, alternativeKey }] of exercises.entries()) {
    const exercise = find(exerciseKey);
    const at = `/exercises/${place}`;
    if (exercise === undefined) return { code: "EXERCISE_UNKNOWN", pointer: `${at}/exerciseKey` };
    const skipped = skip === null ? null : judgeSkip(exercise, skip);
    if (skipped !== null) return { code: skipped, pointer: `${at}/skip` };
    const code = judgeAlternative(exercise, alternativeKey);
    if (code !== null) return { code, pointer: `${at}/alternativeKey` };
  }
  return null;
}
