import type { WorkoutSnapshotContent } from "../../contract/workouts/package-schema.ts";
import type { SetValues } from "../../contract/workouts/session-schema.ts";
import { WORK_MEASURES } from "../../contract/workouts/vocabulary.ts";
import type { SessionContent, SessionSet } from "../../contract/workouts/session-content.ts";

/** What a session came to in one exercise: records are the highest of these (docs/rooms/workouts.md#results). */
export interface ExerciseResult {
  readonly exerciseKey: string;
  /** What is compared from session to session: the exercise, or its own name in small letters. */
  readonly identity: string;
  readonly heaviestGrams: number | null;
  readonly mostRepetitions: number | null;
  /** Estimated most that could be lifted once. */
  readonly estimatedGrams: number | null;
}

/** Sets of more repetitions tell nothing of what could be lifted once. */
const MOST_REPETITIONS_TO_ESTIMATE = 12;
const GRAMS = { kg: 1_000, lb: 453.592_37 } as const;

/** The results of a session, one for each exercise that sets were done of, by key. */
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

/**
 * Whether anything was done of a set that was ticked: one of no repetitions, seconds or metres failed, and stays as it was
 * logged. No weight is no fault: then it is the body's (docs/rooms/workouts.md#results). `setsDone` of
 * `db/workouts/sessions/queries.ts` says the same in SQL.
 */
export function isDone({ completed, values }: Pick<SessionSet, "completed" | "values">): boolean {
  return completed && WORK_MEASURES.every((measure) => values[measure] !== 0);
}

/** By what an exercise is compared with itself in other sessions of the relationship. */
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

/** What could be lifted once, by Epley; null of a set that does not tell. */
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
