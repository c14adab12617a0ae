import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { ExpressionBuilder } from "kysely";
import {
  anyOf,
  clockNow,
  instantText,
  secondsAgo,
  utcDay,
} from "../../platform/statements/sql-parts.ts";
import { type Tables, tables } from "../../tables.ts";

/**
 * A provider's exercise, or the workspace's own in any status, with its present picture. Undefined if there is none,
 * or if it is held back.
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
    .select((is) => [isOld(is).as("isOld")])
    .select(({ ref }) => [
      instantText(ref("exercise.retiredAt")).as("retiredAt"),
      instantText(ref("exercise.updatedAt")).as("updatedAt"),
    ])
    .executeTakeFirst();
}

/** A detail is outdated when its provider has not returned the exercise for this long. */
const OLD_AFTER_SECONDS = 48 * 3_600;

/**
 * Whether to fetch a provider's exercise: neither an individual request nor a complete reading returned it recently,
 * and no user asked for it today.
 */
function isOld(is: ExpressionBuilder<Tables, "exercise">) {
  const since = secondsAgo(OLD_AFTER_SECONDS);
  return is.and([
    is("exercise.detailReadAt", "<", since),
    is("exercise.detailAskedOn", "is distinct from", utcDay(clockNow)),
    is.or([
      is("exercise.missingRuns", ">", 0),
      is.not(
        is.exists(
          is
            .selectFrom("catalogueRun as run")
            .whereRef("run.providerKey", "=", "exercise.providerKey")
            .where("run.startedAt", ">", since)
            .where("run.state", "in", ["DONE", "RETIRE_HELD"])
            .select("run.id"),
        ),
      ),
    ]),
  ]);
}

/** Lists the named exercises that a provider or the workspace itself has, with their status. */
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
