/** What of a day decides what a review makes of it. */
export interface DayBefore {
  readonly reviewedAt: Date | null;
  readonly lastReviewedAt: Date | null;
  readonly isOpen: boolean;
  readonly isLogged: boolean;
  readonly changedAt: Date;
}

/** What a review makes of a day. */
export interface DayAfter {
  readonly reviewedAt: Date;
  readonly lastReviewedAt: Date;
  /** When it ended the undo of something; null where nothing could be undone. */
  readonly undoClosedAt: Date | null;
}

/**
 * A day once it was reviewed: what was accepted up to `seenAt` was seen, and nothing of it can be undone any more. A
 * review that saw less than one before it moves nothing back.
 */
export function dayReviewed(day: DayBefore, seenAt: Date, now: Date): DayAfter {
  const lastReviewedAt = latest(day.lastReviewedAt, seenAt);
  const undoClosedAt = day.isOpen || day.isLogged ? now : null;
  return { reviewedAt: day.reviewedAt ?? seenAt, lastReviewedAt, undoClosedAt };
}

/** By how much the clocks of our processes, and the reading of an answer, may differ from when it was made. */
const SEEN_MARGIN_MS = 2_000;

/**
 * Until when what was accepted was seen by who looked at an answer, and at the newest version of the day: what was
 * accepted later, of a day before it too, no review covers (docs/rooms/inbox.md#coverage).
 */
export function seenUntil(
  { changedAt }: Pick<DayBefore, "changedAt">,
  answeredAt: Date,
  now: Date,
): Date {
  const certain = new Date(answeredAt.getTime() - SEEN_MARGIN_MS);
  // Its own newest change is seen, by its version; what was accepted within the same millisecond counts as not seen.
  const ownChange = new Date(changedAt.getTime() + 1);
  const seen = latest(certain, ownChange);
  return seen < now ? seen : now;
}

function latest(one: Date | null, other: Date): Date {
  return one === null || one < other ? other : one;
}
