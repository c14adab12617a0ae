import type {
  ReviewableSession,
  ReviewedSession,
} from "../../../rules/workouts/session-reviewed.ts";
import type { QueryExecutor } from "../../platform/pipeline/pipeline.ts";
import { records } from "../../platform/statements/records.ts";
import { anyOf, requireRows } from "../../platform/statements/sql-parts.ts";

/** Sessions of locked relationships, in any status. One statement. */
export async function listReviewableSessions(
  executor: QueryExecutor,
  sessionIds: readonly string[],
): Promise<readonly StoredSession[]> {
  return await executor.tables
    .selectFrom("workoutSession")
    .select(["id", "relationshipId", "status", "reviewedAt", "changedAt"])
    .where("id", "=", anyOf(sessionIds))
    .execute();
}

/** A session, and whether it can be reviewed. */
export interface StoredSession extends ReviewableSession {
  readonly relationshipId: string;
  readonly status: string;
}

/** Stores when sessions were first reviewed, and whether they have changed since. One statement, or none. */
export async function writeReviewedSessions(
  executor: QueryExecutor,
  sessions: readonly ReviewedSession[],
): Promise<void> {
  if (sessions.length === 0) return;
  const reviewed = executor.tables
    .with("reviewed", (from) =>
      from
        .updateTable("workoutSession as session")
        .from(records(sessions, REVIEWED).as("wanted"))
        .set(({ ref }) => ({
          reviewedAt: ref("wanted.reviewedAt"),
          changedAfterReviewAt: ref("wanted.changedAfterReviewAt"),
        }))
        .whereRef("session.id", "=", "wanted.id")
        .returning("session.id"),
    )
    .selectNoFrom(({ fn, selectFrom }) => {
      const written = selectFrom("reviewed").select(fn.countAll<number>().as("count"));
      return requireRows("workout_session", written, sessions.length).as("written");
    });
  await executor.named("reviewed-sessions", reviewed);
}

const REVIEWED = [
  ["id", "uuid"],
  ["reviewedAt", "timestamptz"],
  ["changedAfterReviewAt", "timestamptz"],
] as const;
