import type { ExpressionBuilder } from "kysely";
import { PACKAGE_DAYS } from "../../contract/workouts/vocabulary.ts";
import { onceDaysAgo } from "../platform/clock-once.ts";
import { deleteOldest } from "../platform/pruning/delete-oldest.ts";
import type { Tables } from "../tables.ts";

/**
 * Deletes packages that were superseded or expired 400 days ago, earliest expiry first.
 *
 * @returns how many packages were deleted.
 */
export const prunePackages = deleteOldest("workoutPackage", ["id"], (old) =>
  old
    .where("old.expiresAt", "<", onceDaysAgo(PACKAGE_DAYS))
    .where(({ eb, fn }) =>
      eb(fn.coalesce("old.supersededAt", "old.expiresAt"), "<", onceDaysAgo(PACKAGE_DAYS)),
    )
    .where((package_) => package_.not(isNamed(package_)))
    .orderBy("old.expiresAt"),
);

/**
 * Whether a session or an open conflict refers to a package, which is then kept. This is the only place that decides
 * it.
 */
function isNamed({
  exists,
  or,
  selectFrom,
}: ExpressionBuilder<Tables & { old: Tables["workoutPackage"] }, "old">) {
  return or([
    exists(
      selectFrom("workoutSession as session")
        .select("session.id")
        .whereRef("session.packageId", "=", "old.id"),
    ),
    exists(
      selectFrom("workoutConflict as conflict")
        .select("conflict.id")
        .whereRef("conflict.relationshipId", "=", "old.relationshipId")
        .where("conflict.resolvedAt", "is", null)
        .where(({ eb, ref, cast }) =>
          eb(ref("conflict.refs", "->>").key("packageId"), "=", cast<string>("old.id", "text")),
        ),
    ),
  ]);
}

/** Deletes conflicts that were resolved 400 days ago. @returns how many. */
export const pruneConflicts = deleteOldest("workoutConflict", ["id"], (old) =>
  old.where("resolvedAt", "<", onceDaysAgo(PACKAGE_DAYS)).orderBy("resolvedAt"),
);

/** Deletes workout snapshots without packages, at the earliest 400 days after they were created. @returns how many. */
export const pruneSnapshots = deleteOldest("workoutSnapshot", ["workspaceId", "checksum"], (old) =>
  old
    .where("old.createdAt", "<", onceDaysAgo(PACKAGE_DAYS))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("workoutPackage as package")
            .select("package.id")
            .whereRef("package.workspaceId", "=", "old.workspaceId")
            .whereRef("package.snapshotChecksum", "=", "old.checksum"),
        ),
      ),
    )
    .orderBy("old.createdAt"),
);
