import { dueWithin } from "../due-rule.ts";
import { occurrence, type SourceCase } from "../source-case.ts";

/** One case a workout; a correction changes its only occurrence. */
export function workoutCases(
  workouts: readonly UnreviewedWorkout[],
): readonly SourceCase<"WORKOUT">[] {
  return workouts.map(({ relationshipId, sessionId, changedAt }) => ({
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
    occurrences: [occurrence(sessionId, changedAt)],
  }));
}

/** A workout whose plan requires a review that is still missing. */
export interface UnreviewedWorkout {
  readonly relationshipId: string;
  readonly sessionId: string;
  /** When its submit or its newest correction was accepted. */
  readonly changedAt: Date;
}
