import { dueWithin } from "../due-rule.ts";
import { occurrence, type SourceCase } from "../source-case.ts";

/** One case a workout. */
export function workoutCases(
  workouts: readonly UnreviewedWorkout[],
): readonly SourceCase<"WORKOUT">[] {
  return workouts.map(({ relationshipId, sessionId, acceptedAt }) => ({
    relationshipId,
    kind: "WORKOUT",
    dedupeKey: `workout:${sessionId}`,
    taskType: "WORKOUT_REVIEW",
    context: "PROGRAMS",
    summary: "WORKOUT_SUBMITTED",
    sourceType: "WORKOUT_SESSION",
    sourceId: sessionId,
    route: `/clients/${relationshipId}/workouts/${sessionId}`,
    due: dueWithin(() => 48),
    occurrences: [occurrence(sessionId, acceptedAt)],
  }));
}

/** A workout whose plan requires a review that is still missing. */
export interface UnreviewedWorkout {
  readonly relationshipId: string;
  readonly sessionId: string;
  readonly acceptedAt: Date;
}
