import { tables } from "../../tables.ts";
import type { Tx } from "../../transact.ts";

/** A session as a review finds it. */
export interface SessionToReview {
  readonly status: string;
  readonly reviewedAt: Date | null;
}

/** A session of a relationship whose scope the caller holds; undefined for none. */
export async function findSessionToReview(
  tx: Tx,
  { relationshipId, sessionId }: { readonly relationshipId: string; readonly sessionId: string },
): Promise<SessionToReview | undefined> {
  return await tables(tx)
    .selectFrom("workoutSession")
    .select(["status", "reviewedAt"])
    .where("id", "=", sessionId)
    .where("relationshipId", "=", relationshipId)
    .executeTakeFirst();
}

/** Marks a session as reviewed, from the first time on, as it is now. */
export async function markSessionReviewed(
  tx: Tx,
  sessionId: string,
  reviewedAt: Date,
): Promise<void> {
  await tables(tx)
    .updateTable("workoutSession")
    .set({ reviewedAt, changedAfterReviewAt: null })
    .where("id", "=", sessionId)
    .execute();
}
