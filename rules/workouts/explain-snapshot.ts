import { canonicalForm } from "../../contract/canonical-form.ts";
import type { ExerciseChange } from "../../contract/workouts/issue-schema.ts";
import { EXERCISE_PARTS, type ExercisePartName } from "../../contract/workouts/issue-vocabulary.ts";
import type { WorkoutSnapshotContent } from "../../contract/workouts/package-schema.ts";

/**
 * The changes of a workout's exercises (docs/rooms/workouts.md#issues), in training order, then the added ones. If
 * the workout is no longer planned, all of them are gone.
 */
export function explainSnapshot(
  trained: WorkoutSnapshotContent,
  present: WorkoutSnapshotContent | null,
): readonly ExerciseChange[] {
  const before = new Set(trained.day.exercises.map(({ exerciseKey }) => exerciseKey));
  const now = new Map((present?.day.exercises ?? []).map((one) => [one.exerciseKey, one]));
  const policyChanged = present !== null && present.skipPolicy !== trained.skipPolicy;
  const known = trained.day.exercises.flatMap((exercise): ExerciseChange[] => {
    const { exerciseKey, name } = exercise;
    const other = now.get(exerciseKey);
    if (other === undefined) return [{ exerciseKey, name, change: "REMOVED", parts: [] }];
    const parts = EXERCISE_PARTS.filter(
      (part) => (part === "SKIP_POLICY" && policyChanged) || differsIn(part, exercise, other),
    );
    return parts.length === 0 ? [] : [{ exerciseKey, name, change: "CHANGED", parts }];
  });
  const added = [...now.values()].filter(({ exerciseKey }) => !before.has(exerciseKey));
  return [
    ...known,
    ...added.map(({ exerciseKey, name }) => ({
      exerciseKey,
      name,
      change: "ADDED" as const,
      parts: [],
    })),
  ];
}

type Exercise = WorkoutSnapshotContent["day"]["exercises"][number];

/** The field of an exercise for each part. */
const PARTS: Readonly<Record<ExercisePartName, (exercise: Exercise) => unknown>> = {
  EXERCISE: ({ exerciseId, name }) => ({ exerciseId, name }),
  SETS: ({ sets }) => sets.length,
  TARGETS: ({ sets }) => sets,
  INPUTS: ({ modality, asksRpe, asksRir }) => ({ modality, asksRpe, asksRir }),
  ALTERNATIVES: ({ alternatives }) => alternatives,
  SKIP_POLICY: ({ skipPolicy }) => skipPolicy,
  NOTES: ({ notes, restSeconds }) => ({ notes, restSeconds }),
};

function differsIn(part: ExercisePartName, one: Exercise, other: Exercise): boolean {
  const of = PARTS[part];
  return canonicalForm(of(one)) !== canonicalForm(of(other));
}
