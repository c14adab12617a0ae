/** The state of a workout as a coach sees it. A change after the review asks for another one. */
export function sessionState({ status, reviewedAt, changedAfterReviewAt }: Reviewed): string {
  if (status !== "SUBMITTED") return status;
  if (reviewedAt === null) return "TO_REVIEW";
  return changedAfterReviewAt === null ? "REVIEWED" : "CHANGED";
}

interface Reviewed {
  readonly status: string;
  readonly reviewedAt: string | null;
  readonly changedAfterReviewAt: string | null;
}
