import type { ExpressionBuilder } from "kysely";
import { PACKAGE_DAYS } from "../../contract/workouts/vocabulary.ts";
import { onceDaysAgo } from "../platform/clock-once.ts";
import { type Tables, tables } from "../tables.ts";
import type { Tx } from "../transact.ts";

/**
 * Deletes packages that have been offered no more for 400 days, superseded or over, those that were over first.
 *
 * @returns how many packages were deleted.
 */
export async function prunePackages(tx: Tx, limit: number, skip = 0): Promise<number> {
  const oldest = tables(tx)
    .selectFrom("workoutPackage as package")
    .select("package.id")
    .where("package.expiresAt", "<", onceDaysAgo(PACKAGE_DAYS))
    .where(({ eb, fn }) =>
      eb(fn.coalesce("package.supersededAt", "package.expiresAt"), "<", onceDaysAgo(PACKAGE_DAYS)),
    )
    .where((package_) => package_.not(isNamed(package_)))
    .orderBy("package.expiresAt")
    .limit(limit)
    .offset(skip)
    .forUpdate()
    .skipLocked();
  const pruned = await tables(tx)
    .deleteFrom("workoutPackage")
    .where("id", "in", oldest)
    .executeTakeFirst();
  return Number(pruned.numDeletedRows);
}

/** Whether something was trained by a package, or is refused of it: then it stays. The one place that says so. */
function isNamed({
  exists,
  or,
  selectFrom,
}: ExpressionBuilder<Tables & { package: Tables["workoutPackage"] }, "package">) {
  return or([
    exists(
      selectFrom("workoutSession as session")
        .select("session.id")
        .whereRef("session.packageId", "=", "package.id"),
    ),
    exists(
      selectFrom("workoutConflict as conflict")
        .select("conflict.id")
        .whereRef("conflict.relationshipId", "=", "package.relationshipId")
        .where("conflict.resolvedAt", "is", null)
        .where(({ eb, ref, cast }) =>
          eb(ref("conflict.refs", "->>").key("packageId"), "=", cast<string>("package.id", "text")),
        ),
    ),
  ]);
}

/** Deletes conflicts that were resolved 400 days ago. @returns how many. */
export async function pruneConflicts(tx: Tx, limit: number, skip = 0): Promise<number> {
  const oldest = tables(tx)
    .selectFrom("workoutConflict")
    .select("id")
    .where("resolvedAt", "<", onceDaysAgo(PACKAGE_DAYS))
    .orderBy("resolvedAt")
    .limit(limit)
    .offset(skip)
    .forUpdate()
    .skipLocked();
  const pruned = await tables(tx)
    .deleteFrom("workoutConflict")
    .where("id", "in", oldest)
    .executeTakeFirst();
  return Number(pruned.numDeletedRows);
}

/** Deletes workouts of which no package is left, 400 days after they were first packed at the soonest. @returns how many. */
export async function pruneSnapshots(tx: Tx, limit: number, skip = 0): Promise<number> {
  const oldest = tables(tx)
    .selectFrom("workoutSnapshot as snapshot")
    .select(["snapshot.workspaceId", "snapshot.checksum"])
    .where("snapshot.createdAt", "<", onceDaysAgo(PACKAGE_DAYS))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("workoutPackage as package")
            .select("package.id")
            .whereRef("package.workspaceId", "=", "snapshot.workspaceId")
            .whereRef("package.snapshotChecksum", "=", "snapshot.checksum"),
        ),
      ),
    )
    .orderBy("snapshot.createdAt")
    .limit(limit)
    .offset(skip)
    .forUpdate()
    .skipLocked()
    .$asTuple("workspaceId", "checksum");
  const pruned = await tables(tx)
    .deleteFrom("workoutSnapshot")
    .where(({ eb, refTuple }) => eb(refTuple("workspaceId", "checksum"), "in", oldest))
    .executeTakeFirst();
  return Number(pruned.numDeletedRows);
}
