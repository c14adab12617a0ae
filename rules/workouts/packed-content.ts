import type {
  ApprovedAlternative,
  ExerciseInputs,
  PackageThumbnail,
  PackedTaskFacts,
  PreviousSessionHint,
  WorkoutSnapshotContent,
} from "../../contract/workouts/package-schema.ts";

/** The parts of a package without a column. */
export interface PackedContent {
  readonly canStartOffline: boolean;
  readonly requiresRefreshBeforeStart: boolean;
  readonly workoutTask: PackedTaskFacts;
  readonly inputSchema: readonly ExerciseInputs[];
  readonly approvedAlternatives: readonly ApprovedAlternative[];
  readonly previousSessionHints: readonly PreviousSessionHint[];
  /** Omitted if no exercise has a picture. */
  readonly thumbnails?: readonly PackageThumbnail[];
}

/** Present pictures by exercise; an exercise without a picture is absent. */
export type ShownThumbnails = ReadonlyMap<string, Omit<PackageThumbnail, "exerciseId">>;

/** The library exercises that a workout names, alternatives included, each once and in order. */
export function libraryExercises({ day }: WorkoutSnapshotContent): readonly string[] {
  const named = day.exercises.flatMap((exercise) => [exercise, ...exercise.alternatives]);
  return [...new Set(named.flatMap(({ exerciseId }) => exerciseId ?? []))];
}

/** The parts of a package without a column, with its exercises' pictures (docs/rooms/workouts.md#packages). */
export function withThumbnails(
  { thumbnails: _former, ...content }: PackedContent,
  snapshot: WorkoutSnapshotContent,
  shown: ShownThumbnails,
): PackedContent {
  const thumbnails = libraryExercises(snapshot).flatMap((exerciseId) => {
    const picture = shown.get(exerciseId);
    return picture === undefined ? [] : [{ exerciseId, ...picture }];
  });
  return thumbnails.length === 0 ? content : { ...content, thumbnails };
}
