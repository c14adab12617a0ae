import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { type Expression, expressionBuilder, sql, type SqlBool } from "kysely";
import { records } from "../platform/statements/records.ts";
import { anyOf, combined, clockNow, given } from "../platform/statements/sql-parts.ts";
import { type Tables, tables } from "../tables.ts";
import type { Tx } from "../platform/transactions/transact.ts";
import type { NewPackage } from "./packages.ts";

/** The offered packages of relationships, in full, by id. One statement. */
export async function listPackagesToDress(
  tx: Tx,
  relationshipIds: readonly string[],
): Promise<readonly NewPackage[]> {
  return await tables(tx)
    .selectFrom("workoutPackage as package")
    .innerJoin("workoutSnapshot as snapshot", (on) =>
      on
        .onRef("snapshot.workspaceId", "=", "package.workspaceId")
        .onRef("snapshot.checksum", "=", "package.snapshotChecksum"),
    )
    .where("package.supersededAt", "is", null)
    .where("package.expiresAt", ">", clockNow)
    .where("package.relationshipId", "=", anyOf(relationshipIds))
    .select(["package.id", "package.workspaceId", "package.relationshipId", "package.taskId"])
    .select(["package.localDate", "package.timezone", "package.assignmentId"])
    .select(["package.programDay", "package.sourceRevision", "package.snapshotChecksum"])
    .select(["package.packageChecksum", "package.content", "package.expiresAt"])
    .select("snapshot.content as snapshot")
    .orderBy("package.id")
    .execute();
}

/** An exercise, and its current picture; null for none. */
export interface ShownExercise {
  readonly exerciseId: string;
  readonly assetId: string | null;
}

/**
 * Relationships with an offered package that shows an outdated picture of one of the exercises, ordered by id. One
 * statement. It first finds the workouts that name the exercises, by their index.
 */
export async function listShowingOtherwise(
  em: SqlEntityManager,
  exercises: readonly ShownExercise[],
  { after, limit }: { readonly after: string | null; readonly limit: number },
): Promise<readonly string[]> {
  const exerciseIds = exercises.map(({ exerciseId }) => exerciseId);
  const found = await tables(em)
    .with(
      (part) => part("snapshot").materialized(),
      (from) =>
        from
          .selectFrom("workoutSnapshot")
          .select(["workspaceId", "checksum"])
          .select(({ ref }) => exercisesOf(ref("content")).as("exercises"))
          .where(({ ref }) => namesAny(ref("content"), exerciseIds)),
    )
    .selectFrom("snapshot")
    .innerJoin("workoutPackage as package", (on) =>
      on
        .onRef("package.workspaceId", "=", "snapshot.workspaceId")
        .onRef("package.snapshotChecksum", "=", "snapshot.checksum"),
    )
    .innerJoin(records(exercises, SHOWN).as("exercise"), (on) =>
      on.on(({ ref }) => has(ref("snapshot.exercises"), ref("exercise.exerciseId"))),
    )
    .where("package.supersededAt", "is", null)
    .where("package.expiresAt", ">", clockNow)
    .where(({ eb, ref }) =>
      eb(
        pictureOf(ref("package.content"), ref("exercise.exerciseId")),
        "is distinct from",
        ref("exercise.assetId"),
      ),
    )
    .where((eb) => given(after, (id) => eb("package.relationshipId", ">", id)))
    .select("package.relationshipId")
    .distinct()
    .orderBy("package.relationshipId")
    .limit(limit)
    .execute();
  return found.map(({ relationshipId }) => relationshipId);
}

const SHOWN = [
  ["exerciseId", "text"],
  ["assetId", "text"],
] as const;

const { eb, fn, val } = expressionBuilder<Tables>();

/** The exercises that a workout names; must equal the expression of the index `workout_snapshot_exercise_idx`. */
function exercisesOf<Content>(content: Expression<Content>) {
  return fn<readonly string[]>("jsonb_path_query_array", [content, sql.lit("$.**.exerciseId")]);
}

function namesAny<Content>(content: Expression<Content>, exerciseIds: readonly string[]) {
  return eb(exercisesOf(content), "?|", val(exerciseIds));
}

function has(exercises: Expression<readonly string[]>, exerciseId: Expression<string>) {
  return combined<SqlBool>(exercises, "?", exerciseId);
}

/** The picture that a package shows for an exercise; null for none. */
function pictureOf<Content>(content: Expression<Content>, exerciseId: Expression<string>) {
  return sql<string | null>`jsonb_path_query_first(${content},
    '$.thumbnails[*] ? (@.exerciseId == $id).assetId', jsonb_build_object('id', ${exerciseId})) #>> '{}'`;
}
