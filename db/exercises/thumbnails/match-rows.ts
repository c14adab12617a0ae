import { LockMode, type SqlEntityManager } from "@mikro-orm/postgresql";
import { newId } from "../../platform/new-id.ts";
import { sortedBy } from "../../platform/statements/records.ts";
import { anyOf } from "../../platform/statements/sql-parts.ts";
import { tables } from "../../tables.ts";
import type { Tx } from "../../platform/transactions/transact.ts";
import type { ThumbnailCandidate } from "./thumbnail-candidate.ts";
import { ThumbnailMapping } from "./thumbnail-mapping.ts";

/** An exercise, for matching. */
export interface MatchedExercise {
  readonly id: string;
  readonly title: string;
  readonly equipment: readonly string[];
  readonly muscleGroups: readonly string[];
}

/** An item with a picture, for matching. */
export interface MatchedItem {
  readonly id: string;
  readonly name: string;
  readonly equipment: string | null;
  readonly muscles: readonly string[];
  readonly itemHash: string;
  /** Its first picture. */
  readonly assetId: string;
}

/** A slice of the providers' active exercises, ordered by id. */
export async function listMatchedExercises(
  em: SqlEntityManager,
  { after, limit }: { readonly after: string | null; readonly limit: number },
): Promise<readonly MatchedExercise[]> {
  return await tables(em)
    .selectFrom("exercise")
    .where("workspaceId", "is", null)
    .where("status", "in", ["ACTIVE", "HELD"])
    .$if(after !== null, (page) => page.where("id", ">", after ?? ""))
    .select(["id", "title", "equipment", "muscleGroups"])
    .orderBy("id")
    .limit(limit)
    .execute();
}

/** Every item that has a picture and whose source is not withdrawn, ordered by id. */
export async function listMatchedItems(em: SqlEntityManager): Promise<readonly MatchedItem[]> {
  return await tables(em)
    .selectFrom("libraryItem as item")
    .innerJoin("libraryAsset as asset", "asset.itemId", "item.id")
    .innerJoin("licenceSource as source", "source.key", "asset.licenceSourceKey")
    .where("source.verdict", "<>", "WITHDRAWN")
    .distinctOn("item.id")
    .select(["item.id", "item.name", "item.equipment", "item.itemHash"])
    .select(["item.primaryMuscles as muscles", "asset.id as assetId"])
    .orderBy("item.id")
    .orderBy("asset.position")
    .execute();
}

/** Locks the mappings of exercises, ordered by id. */
export async function lockMappings(
  tx: Tx,
  exerciseIds: readonly string[],
): Promise<ReadonlyMap<string, ThumbnailMapping>> {
  const rows = await tx.find(
    ThumbnailMapping,
    { exerciseId: [...exerciseIds] },
    { orderBy: { exerciseId: "asc" }, lockMode: LockMode.PESSIMISTIC_WRITE },
  );
  return new Map(rows.map((row) => [row.exerciseId, row]));
}

/** The rejected candidates of exercises. */
export async function listRejections(em: SqlEntityManager, exerciseIds: readonly string[]) {
  return await tables(em)
    .selectFrom("thumbnailRejection")
    .where("exerciseId", "=", anyOf(exerciseIds))
    .select(["exerciseId", "itemId", "normalisationVersion", "promptVersion"])
    .execute();
}

/** A candidate to store. */
export type NewCandidate = Omit<ThumbnailCandidate, "id">;

/** Replaces the candidates of exercises, and returns the id of each pair: a pair that stays keeps its id. */
export async function replaceCandidates(
  tx: Tx,
  exerciseIds: readonly string[],
  candidates: readonly NewCandidate[],
): Promise<ReadonlyMap<string, string>> {
  await tables(tx)
    .deleteFrom("thumbnailCandidate")
    .where("exerciseId", "=", anyOf(exerciseIds))
    .$if(candidates.length > 0, (old) =>
      old.where(({ eb, refTuple, tuple }) =>
        eb(
          refTuple("exerciseId", "itemId"),
          "not in",
          candidates.map(({ exerciseId, itemId }) => tuple(exerciseId, itemId)),
        ),
      ),
    )
    .execute();
  if (candidates.length === 0) return new Map();
  const inOrder = sortedBy(candidates, ({ exerciseId, itemId }) => `${exerciseId} ${itemId}`);
  const rows = await tables(tx)
    .insertInto("thumbnailCandidate")
    .values(inOrder.map((candidate) => ({ ...candidate, id: newId() })))
    .onConflict((clash) =>
      clash.columns(["exerciseId", "itemId"]).doUpdateSet(({ ref }) => ({
        place: ref("excluded.place"),
        score: ref("excluded.score"),
        conflicts: ref("excluded.conflicts"),
        verdict: ref("excluded.verdict"),
        reason: ref("excluded.reason"),
        model: ref("excluded.model"),
        promptVersion: ref("excluded.promptVersion"),
        normalisationVersion: ref("excluded.normalisationVersion"),
        exerciseHash: ref("excluded.exerciseHash"),
        itemHash: ref("excluded.itemHash"),
        createdAt: ref("excluded.createdAt"),
      })),
    )
    .returning(["id", "exerciseId", "itemId"])
    .execute();
  return new Map(rows.map(({ id, exerciseId, itemId }) => [`${exerciseId} ${itemId}`, id]));
}

/** The exercises whose picture comes from a source, whether or not it may be shown. */
export async function listShownFrom(tx: Tx, sourceKey: string) {
  return await tables(tx)
    .selectFrom("thumbnailMapping as mapping")
    .innerJoin("libraryAsset as asset", "asset.id", "mapping.assetId")
    .where("asset.licenceSourceKey", "=", sourceKey)
    .select(["mapping.exerciseId", "mapping.revision", "mapping.assetId"])
    .orderBy("mapping.exerciseId")
    .execute();
}
