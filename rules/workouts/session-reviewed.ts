import type { WorkoutSession } from "./workout-session.ts";

/**
 * A submitted session after its review (docs/rooms/workouts.md#review). The first review keeps its instant. A
 * correction that the reviewer has not seen counts as made after the review.
 *
 * @param seenUntil the newest change that the reviewer saw; null if they saw all of them.
 */
export function sessionReviewed(
  { id, reviewedAt, changedAt }: ReviewableSession,
  seenUntil: Date | null,
  now: Date,
): ReviewedSession {
  const isUnseen = seenUntil !== null && changedAt > seenUntil;
  return {
    id,
    reviewedAt: reviewedAt ?? now,
    changedAfterReviewAt: isUnseen ? changedAt : null,
    isFirst: reviewedAt === null,
  };
}

/** A submitted session before a review. */
export type ReviewableSession = Pick<WorkoutSession, "id" | "reviewedAt" | "changedAt">;

/** The effect of a review on a session. */
export interface ReviewedSession extends Pick<WorkoutSession, "id" | "changedAfterReviewAt"> {
  readonly reviewedAt: Date;
  /** Whether nobody has reviewed it before. */
  readonly isFirst: boolean;
}
