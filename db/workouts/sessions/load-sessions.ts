import type { IssuedPackage, WorkoutSession } from "../../../rules/workouts/workout-session.ts";
import type { QueryExecutor } from "../../platform/pipeline/pipeline.ts";

/** Sessions of some drafts, and all sessions of the named tasks, oldest first. */
export async function loadSessions(
  executor: QueryExecutor,
  relationshipId: string,
  { clientSessionIds, taskIds }: NamedDrafts,
): Promise<readonly WorkoutSession[]> {
  const named = executor.tables
    .selectFrom("workoutSession as session")
    .select([
      "session.id",
      "session.clientSessionId",
      "session.lineageId",
      "session.taskId",
      "session.creditedTaskId",
      "session.packageId",
      "session.snapshotChecksum",
      "session.assignmentId",
      "session.programDay",
      "session.localDate",
      "session.status",
      "session.clientRevision",
      "session.frozenRevision",
      "session.performedFrom",
      "session.startedAt",
      "session.finishedAt",
      "session.acceptedAt",
      "session.correctableUntil",
      "session.reviewedAt",
      "session.changedAfterReviewAt",
      "session.overtookSkip",
      "session.submittedReceiptId",
      "session.changedReceiptId",
      "session.changedAt",
      "session.content",
    ])
    .where("session.relationshipId", "=", relationshipId)
    .where(({ or, eb, fn, val }) =>
      or([
        eb("session.clientSessionId", "=", fn.any(val(clientSessionIds))),
        eb("session.taskId", "=", fn.any(val(taskIds))),
      ]),
    );
  return (await executor.named("named-sessions", named)).toSorted(byAge);
}

/** The drafts, packages and tasks that operations on sessions name. */
export interface NamedDrafts {
  readonly packageIds: readonly string[];
  readonly clientSessionIds: readonly string[];
  readonly taskIds: readonly string[];
  /** Whether one of them replaces another operation, which may have belonged to another draft. */
  readonly resubmits: boolean;
}

/**
 * Packages issued to the relationship, with their workouts, by id. They are locked against deletion, so that
 * retention does not delete one before the session that refers to it is written.
 */
export async function loadPackages(
  executor: QueryExecutor,
  relationshipId: string,
  { packageIds }: NamedDrafts,
): Promise<ReadonlyMap<string, IssuedPackage>> {
  const named = executor.tables
    .selectFrom("workoutPackage as pack")
    .innerJoinLateral(
      (of) =>
        of
          .selectFrom("workoutSnapshot as trained")
          .select("trained.content")
          .whereRef("trained.workspaceId", "=", "pack.workspaceId")
          .whereRef("trained.checksum", "=", "pack.snapshotChecksum")
          .limit(1)
          .as("snapshot"),
      (join) => join.onTrue(),
    )
    .select([
      "pack.id",
      "pack.taskId",
      "pack.localDate",
      "pack.assignmentId",
      "pack.programDay",
      "pack.packageChecksum",
      "pack.snapshotChecksum",
      "pack.expiresAt",
      "pack.supersededAt",
      "pack.stopUse",
      "snapshot.content as snapshot",
    ])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom("workoutPackage as current")
          .select("current.id")
          .whereRef("current.relationshipId", "=", "pack.relationshipId")
          .whereRef("current.taskId", "=", "pack.taskId")
          .whereRef("current.snapshotChecksum", "=", "pack.snapshotChecksum")
          .where("current.supersededAt", "is", null),
      )
        .$castTo<boolean>()
        .as("isCurrent"),
    )
    .where("pack.relationshipId", "=", relationshipId)
    .where(({ eb, fn, val }) => eb("pack.id", "=", fn.any(val(packageIds))))
    .forKeyShare("pack");
  const rows = await executor.named("named-packages", named);
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Sorted here, not in SQL: while the table is almost empty, PostgreSQL would scan the whole primary key for the
 * order.
 */
function byAge(one: { readonly id: string }, other: { readonly id: string }): number {
  return one.id < other.id ? -1 : 1;
}
