import { tables } from "../../tables.ts";
import type { Tx } from "../../platform/transactions/transact.ts";

/** A session of a relationship; undefined if there is none. The caller has locked the scope. */
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

/** A session before its review. */
export interface SessionToReview {
  readonly status: string;
  readonly reviewedAt: Date | null;
}

/** Stores when a session was first reviewed, and that it has not changed since. */
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
