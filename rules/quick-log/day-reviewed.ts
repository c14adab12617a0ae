/**
 * A day after its review. Operations accepted up to `seenAt` are reviewed and can no longer be undone. A review that
 * saw less than an earlier one moves nothing back.
 */
export function dayReviewed(day: DayBefore, seenAt: Date, now: Date): DayAfter {
  const lastReviewedAt = latest(day.lastReviewedAt, seenAt);
  const undoClosedAt = day.isOpen || day.isLogged ? now : null;
  return { reviewedAt: day.reviewedAt ?? seenAt, lastReviewedAt, undoClosedAt };
}

/** The facts of a day that decide the effect of a review. */
export interface DayBefore {
  readonly reviewedAt: Date | null;
  readonly lastReviewedAt: Date | null;
  readonly isOpen: boolean;
  readonly isLogged: boolean;
  readonly changedAt: Date;
}

/** The effect of a review on a day. */
export interface DayAfter {
  readonly reviewedAt: Date;
  readonly lastReviewedAt: Date;
  /** When it closed an undo window; null if nothing could be undone. */
  readonly undoClosedAt: Date | null;
}

/** Margin for clock differences between our processes, and between reading and creating an answer. */
const SEEN_MARGIN_MS = 2_000;

/**
 * Until when accepted changes are covered by a coach who saw an answer and the newest version of the day. No review
 * covers changes accepted later, not even those of an earlier day (docs/rooms/inbox.md#coverage).
 */
export function seenUntil(
  { changedAt }: Pick<DayBefore, "changedAt">,
  answeredAt: Date,
  now: Date,
): Date {
  const certain = new Date(answeredAt.getTime() - SEEN_MARGIN_MS);
  // The version proves that its own newest change was seen; one accepted in the same millisecond counts as unseen.
  const ownChange = new Date(changedAt.getTime() + 1);
  const seen = latest(certain, ownChange);
  return seen < now ? seen : now;
}

function latest(one: Date | null, other: Date): Date {
  return one === null || one < other ? other : one;
}
