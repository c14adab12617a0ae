import type { WorkoutSnapshotContent } from "../../contract/workouts/package-schema.ts";
import type { SetValues } from "../../contract/workouts/session-schema.ts";
import { WORK_MEASURES } from "../../contract/workouts/vocabulary.ts";
import type { SessionContent, SessionSet } from "../../contract/workouts/session-content.ts";

/** The results of a session, one for each exercise with done sets, by key. */
export function sessionResults(
  { day }: WorkoutSnapshotContent,
  content: SessionContent,
): readonly ExerciseResult[] {
  const done = Map.groupBy(content.sets.filter(isDone), ({ exerciseKey }) => exerciseKey);
  const chosen = new Map(
    content.exercises.map(({ exerciseKey, alternativeKey }) => [exerciseKey, alternativeKey]),
  );
  return day.exercises.flatMap((exercise) => {
    const sets = done.get(exercise.exerciseKey);
    if (sets === undefined) return [];
    const key = chosen.get(exercise.exerciseKey) ?? null;
    const trained = exercise.alternatives.find((one) => one.alternativeKey === key) ?? exercise;
    return [{ exerciseKey: exercise.exerciseKey, identity: identityOf(trained), ...bestOf(sets) }];
  });
}

/** The result of a session in one exercise; records are the highest of these (docs/rooms/workouts.md#results). */
export interface ExerciseResult {
  readonly exerciseKey: string;
  /** Identity across sessions: the exercise, or its own name in lower case. */
  readonly identity: string;
  readonly heaviestGrams: number | null;
  readonly mostRepetitions: number | null;
  /** Estimated one-repetition maximum. */
  readonly estimatedGrams: number | null;
}

/** Sets with more repetitions do not predict the one-repetition maximum. */
const MOST_REPETITIONS_TO_ESTIMATE = 12;
const GRAMS = { kg: 1_000, lb: 453.592_37 } as const;

/**
 * Whether anything was done in a completed set: one with zero repetitions, seconds or metres failed, and stays as
 * logged. No weight means bodyweight (docs/rooms/workouts.md#results). `setsDone` of
 * `db/workouts/sessions/queries.ts` is the same in SQL.
 */
export function isDone({ completed, values }: Pick<SessionSet, "completed" | "values">): boolean {
  return completed && WORK_MEASURES.every((measure) => values[measure] !== 0);
}

/** The identity of an exercise across the relationship's sessions. */
export function identityOf({
  exerciseId,
  name,
}: {
  readonly exerciseId: string | null;
  readonly name: string;
}): string {
  return exerciseId ?? name.toLowerCase();
}

function bestOf(sets: readonly SessionSet[]) {
  const values = sets.map((set) => set.values);
  return {
    heaviestGrams: highest(values.map(gramsOf)),
    mostRepetitions: highest(values.map(({ reps }) => reps ?? null)),
    estimatedGrams: highest(values.map(estimatedGrams)),
  };
}

/** The weight of a set in whole grams; null without one. */
export function gramsOf({ weight }: SetValues): number | null {
  return weight === undefined ? null : Math.round(weight.value * GRAMS[weight.unit]);
}

/** One-repetition maximum by Epley; null if the set does not allow an estimate. */
export function estimatedGrams(values: SetValues): number | null {
  const grams = gramsOf(values);
  const { reps = 0 } = values;
  if (grams === null || reps < 1 || reps > MOST_REPETITIONS_TO_ESTIMATE) return null;
  return reps === 1 ? grams : Math.round(grams * (1 + reps / 30));
}

function highest(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : Math.max(...known);
}
