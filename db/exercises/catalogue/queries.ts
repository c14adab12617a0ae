import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { anyOf, instantText } from "../../sql-parts.ts";
import { tables } from "../../tables.ts";

/**
 * An exercise as a workspace may see it, with the picture that it shows: a provider's, or its own, whatever became
 * of it. Undefined where there is none, and where it is held back.
 */
export async function findExercise(
  em: SqlEntityManager,
  { workspaceId, exerciseId }: { readonly workspaceId: string; readonly exerciseId: string },
) {
  return await tables(em)
    .selectFrom("exercise")
    .leftJoin("thumbnailMapping as mapping", (join) =>
      join.onRef("mapping.exerciseId", "=", "exercise.id").on("mapping.status", "=", "APPROVED"),
    )
    .leftJoin("libraryAsset as asset", "asset.id", "mapping.assetId")
    .leftJoin("licenceSource as source", (join) =>
      join.onRef("source.key", "=", "asset.licenceSourceKey").on("source.verdict", "=", "SHOWN"),
    )
    .where("exercise.id", "=", exerciseId)
    .where("exercise.status", "<>", "HELD")
    .where((is) =>
      is.or([is("exercise.workspaceId", "is", null), is("exercise.workspaceId", "=", workspaceId)]),
    )
    .select(["exercise.id", "exercise.workspaceId", "exercise.status", "exercise.revision"])
    .select(["exercise.title", "exercise.slug", "exercise.description", "exercise.instructions"])
    .select(["exercise.importantPoints", "exercise.translations", "exercise.muscleGroups"])
    .select(["exercise.secondaryMuscleGroups", "exercise.equipment", "exercise.exerciseTypes"])
    .select(["exercise.difficulty", "exercise.hasVideo", "exercise.videoSeconds"])
    .select(["exercise.credit", "asset.id as assetId", "source.attribution"])
    .select(({ ref }) => [
      instantText(ref("exercise.retiredAt")).as("retiredAt"),
      instantText(ref("exercise.updatedAt")).as("updatedAt"),
    ])
    .executeTakeFirst();
}

/** Which of these exercises are a provider's or the workspace's own, and what became of each. */
export async function listNamed(
  em: SqlEntityManager,
  { workspaceId, ids }: { readonly workspaceId: string; readonly ids: readonly string[] },
) {
  return await tables(em)
    .selectFrom("exercise")
    .where("id", "=", anyOf(ids))
    .where((is) => is.or([is("workspaceId", "is", null), is("workspaceId", "=", workspaceId)]))
    .select(["id", "status"])
    .execute();
}
