import type { Workouts } from "../../../device/workouts/types.ts";
import type { DraftExercise, WorkoutDraft } from "../../../device/workouts/view-types.ts";

/** An exercise of a draft, and how to choose one of its sets. */
export interface ExerciseCardProps {
  readonly workouts: Workouts;
  readonly draft: WorkoutDraft;
  readonly exercise: DraftExercise;
  /** The set that is shown above. */
  readonly chosen: string | null;
  readonly onChoose: (setKey: string) => void;
  /** Asks for a set beyond the planned ones. */
  readonly onAdd: (exercise: DraftExercise) => void;
}
