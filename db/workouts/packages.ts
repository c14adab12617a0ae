import type { StoredPackage } from "../../rules/workouts/compare-packages.ts";
import type { PackedContent } from "../../rules/workouts/packed-content.ts";
import type { WorkoutSnapshotContent } from "../../contract/workouts/package-schema.ts";
import { records } from "../platform/statements/records.ts";
import { anyOf, daysBefore } from "../platform/statements/sql-parts.ts";
import { type JsonOf, tables } from "../tables.ts";
import type { Tx } from "../platform/transactions/transact.ts";

/** A day this far behind the present one has no package left to start a session from. */
const DAYS_BEHIND = 7;

/** An offered package, and its relationship. */
export interface OfferedPackage extends StoredPackage {
  readonly relationshipId: string;
}

/** The offered packages of relationships: of the present days, later ones and the last few. One statement. */
export async function listOfferedPackages(
  tx: Tx,
  relationshipIds: readonly string[],
): Promise<readonly OfferedPackage[]> {
  return await tables(tx)
    .selectFrom("workoutPackage as package")
    .innerJoin(
      "relationshipCalendar as calendar",
      "calendar.relationshipId",
      "package.relationshipId",
    )
    .leftJoin("agendaTask as task", "task.id", "package.taskId")
    .select(["package.id", "package.relationshipId", "package.taskId", "package.packageChecksum"])
    .select("task.status as taskStatus")
    .where("package.relationshipId", "=", anyOf(relationshipIds))
    .where(({ eb, ref }) =>
      eb("package.localDate", ">=", daysBefore(ref("calendar.localDate"), DAYS_BEHIND)),
    )
    .where("package.supersededAt", "is", null)
    .orderBy("package.id")
    .execute();
}

/** Withdraws packages from the offer. One statement. */
export async function supersedePackages(
  tx: Tx,
  packageIds: readonly string[],
  now: Date,
): Promise<void> {
  await tables(tx)
    .updateTable("workoutPackage")
    .set({ supersededAt: now })
    .where("id", "=", anyOf(packageIds))
    .execute();
}

/** A package to offer. An identical former package keeps its own id. */
export interface NewPackage {
  readonly id: string;
  readonly workspaceId: string;
  readonly relationshipId: string;
  readonly taskId: string;
  readonly localDate: string;
  readonly timezone: string;
  readonly assignmentId: string;
  readonly programDay: number;
  readonly sourceRevision: number;
  readonly snapshotChecksum: string;
  readonly packageChecksum: string;
  readonly content: PackedContent;
  readonly snapshot: WorkoutSnapshotContent;
  readonly expiresAt: Date;
}

/**
 * Offers packages; an identical former one is revived. Two statements. The caller has locked the scopes, and no other
 * package of these tasks is offered.
 *
 * @returns their ids, which differ from the given ones for revived packages.
 */
export async function putPackages(tx: Tx, packages: readonly NewPackage[], now: Date) {
  await putSnapshots(tx, packages, now);
  return await tables(tx)
    .insertInto("workoutPackage")
    .columns([...packageColumns, "supersededAt", "stopUse", "createdAt"])
    .expression((from) =>
      from
        .selectFrom(records(packages, PACKAGE).as("row"))
        .select(packageColumns.map((name) => `row.${name}` as const))
        .select(({ val, lit, cast }) => [
          cast<Date | null>(lit(null), "timestamptz").as("supersededAt"),
          lit(false).as("stopUse"),
          cast<Date>(val(now), "timestamptz").as("createdAt"),
        ])
        .orderBy("row.relationshipId")
        .orderBy("row.taskId"),
    )
    .onConflict((same) =>
      same
        .columns(["relationshipId", "taskId", "packageChecksum"])
        .doUpdateSet({ supersededAt: null, stopUse: false }),
    )
    .returning(["id", "relationshipId", "taskId", "sourceRevision"])
    .execute();
}

/**
 * Stores workout snapshots, each once per workspace. Existing ones are locked against deletion: retention deletes
 * unreferenced snapshots and could otherwise do so before the next statement.
 */
async function putSnapshots(tx: Tx, packages: readonly NewPackage[], now: Date): Promise<void> {
  const snapshots = packages.map(({ workspaceId, snapshotChecksum: checksum, snapshot }) => ({
    workspaceId,
    checksum,
    content: snapshot,
  }));
  await tables(tx)
    .with("row", (part) => part.selectFrom(records(snapshots, SNAPSHOT).as("given")).selectAll())
    .with("known", (part) =>
      part
        .selectFrom("workoutSnapshot as snapshot")
        .innerJoin("row", (join) =>
          join
            .onRef("row.workspaceId", "=", "snapshot.workspaceId")
            .onRef("row.checksum", "=", "snapshot.checksum"),
        )
        .select(["snapshot.workspaceId", "snapshot.checksum"])
        .forKeyShare("snapshot"),
    )
    .insertInto("workoutSnapshot")
    .columns(["workspaceId", "checksum", "content", "createdAt"])
    .expression((from) =>
      from
        .selectFrom("row")
        .select(["row.workspaceId", "row.checksum"])
        .select(({ ref }) =>
          ref("row.content").$castTo<JsonOf<WorkoutSnapshotContent>>().as("content"),
        )
        .select(({ val, cast }) => cast<Date>(val(now), "timestamptz").as("createdAt"))
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom("known")
                .select("known.checksum")
                .whereRef("known.workspaceId", "=", "row.workspaceId")
                .whereRef("known.checksum", "=", "row.checksum"),
            ),
          ),
        )
        .orderBy("row.workspaceId")
        .orderBy("row.checksum"),
    )
    .onConflict((known) => known.doNothing())
    .execute();
}

/**
 * Withdraws the packages of an assignment, so that nothing can be submitted from them any more. One statement.
 *
 * @returns their ids.
 */
export async function stopPackages(
  tx: Tx,
  {
    relationshipId,
    assignmentId,
  }: { readonly relationshipId: string; readonly assignmentId: string },
  now: Date,
): Promise<readonly string[]> {
  const stopped = await tables(tx)
    .updateTable("workoutPackage")
    .set(({ fn, val, cast }) => ({
      stopUse: true,
      supersededAt: fn.coalesce("supersededAt", cast<Date>(val(now), "timestamptz")),
    }))
    .where("relationshipId", "=", relationshipId)
    .where("assignmentId", "=", assignmentId)
    .where("stopUse", "=", false)
    .returning("id")
    .execute();
  return stopped.map(({ id }) => id).toSorted();
}

/** Those relationships that have a running program or offered packages: the others need none. One statement. */
export async function listTrainingRelationships(
  tx: Tx,
  relationshipIds: readonly string[],
): Promise<readonly string[]> {
  const found = await tables(tx)
    .selectFrom("relationship")
    .select("id")
    .where("id", "=", anyOf(relationshipIds))
    .where(({ or, exists, selectFrom }) =>
      or([
        exists(
          selectFrom("planAssignment as assignment")
            .select("assignment.id")
            .whereRef("assignment.relationshipId", "=", "relationship.id")
            .where("assignment.planKind", "=", "PROGRAM")
            .where("assignment.status", "=", "ACTIVE"),
        ),
        exists(
          selectFrom("workoutPackage as package")
            .select("package.id")
            .whereRef("package.relationshipId", "=", "relationship.id")
            .where("package.supersededAt", "is", null),
        ),
      ]),
    )
    .orderBy("id")
    .execute();
  return found.map(({ id }) => id);
}

const PACKAGE = [
  ["id", "uuid"],
  ["workspaceId", "uuid"],
  ["relationshipId", "uuid"],
  ["taskId", "uuid"],
  ["localDate", "date"],
  ["timezone", "text"],
  ["assignmentId", "uuid"],
  ["programDay", "int"],
  ["sourceRevision", "int"],
  ["snapshotChecksum", "text"],
  ["packageChecksum", "text"],
  ["content", "jsonb"],
  ["expiresAt", "timestamptz"],
] as const;

const packageColumns = PACKAGE.map(([name]) => name);

const SNAPSHOT = [
  ["workspaceId", "uuid"],
  ["checksum", "text"],
  ["content", "jsonb"],
] as const;
