import type {
  ApprovedAlternative,
  ExerciseInputs,
  PackageThumbnail,
  PackedTaskFacts,
  PreviousSessionHint,
  WorkoutSnapshotContent,
} from "../../contract/workouts/package-schema.ts";

/** What of a package has no column of its own. */
export interface PackedContent {
  readonly canStartOffline: boolean;
  readonly requiresRefreshBeforeStart: boolean;
  readonly workoutTask: PackedTaskFacts;
  readonly inputSchema: readonly ExerciseInputs[];
  readonly approvedAlternatives: readonly ApprovedAlternative[];
  readonly previousSessionHints: readonly PreviousSessionHint[];
  /** Left out where no exercise shows a picture. */
  readonly thumbnails?: readonly PackageThumbnail[];
}

/** The pictures that exercises show at present, by exercise; one that is not in it shows none. */
export type ShownThumbnails = ReadonlyMap<string, Omit<PackageThumbnail, "exerciseId">>;

/** The exercises of the library that a workout names, alternatives too, each once and in its order. */
export function libraryExercises({ day }: WorkoutSnapshotContent): readonly string[] {
  const named = day.exercises.flatMap((exercise) => [exercise, ...exercise.alternatives]);
  return [...new Set(named.flatMap(({ exerciseId }) => exerciseId ?? []))];
}

/** What of a package has no column, with the pictures that its exercises show (docs/rooms/workouts.md#packages). */
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
