import type { DraftConflict } from "../../db/workouts/conflicts/load-conflicts.ts";
import type { IssuedPackage, WorkoutSession } from "../../rules/workouts/workout-session.ts";

/** The data that sessions are judged by. */
export interface LoadedSessions {
  readonly packages: ReadonlyMap<string, IssuedPackage>;
  readonly sessions: readonly WorkoutSession[];
  readonly conflicts: readonly DraftConflict[];
  /** Workouts of the named days, in agenda order. */
  readonly workoutIds: readonly string[];
}
