import { LockMode } from "@mikro-orm/postgresql";
import { tables } from "../../tables.ts";
import type { Tx } from "../../platform/transactions/transact.ts";
import { ThumbnailCandidate } from "./thumbnail-candidate.ts";
import { ThumbnailMapping } from "./thumbnail-mapping.ts";
import type { ThumbnailRejection } from "./thumbnail-rejection.ts";

/** The rows that a reviewer decides on. */
export interface ReviewRows {
  readonly mapping: ThumbnailMapping;
  readonly candidate: ThumbnailCandidate;
  /** Whether the pair was rejected before. */
  readonly isRejected: boolean;
}

/** The candidate with its mapping, which is locked; null if there is none. */
export async function lockReview(tx: Tx, candidateId: string): Promise<ReviewRows | null> {
  const candidate = await tx.findOne(ThumbnailCandidate, { id: candidateId });
  if (candidate === null) return null;
  const { exerciseId, itemId } = candidate;
  const mapping = await tx.findOneOrFail(
    ThumbnailMapping,
    { exerciseId },
    { lockMode: LockMode.PESSIMISTIC_WRITE },
  );
  const rejected = await tables(tx)
    .selectFrom("thumbnailRejection")
    .where("exerciseId", "=", exerciseId)
    .where("itemId", "=", itemId)
    .where("normalisationVersion", "=", mapping.normalisationVersion)
    .select("itemId")
    .executeTakeFirst();
  return { mapping, candidate, isRejected: rejected !== undefined };
}

/** An item with its first picture; null if it does not exist, has no picture, or its source was withdrawn. */
export async function findReviewedItem(tx: Tx, itemId: string) {
  const found = await tables(tx)
    .selectFrom("libraryItem as item")
    .innerJoin("libraryAsset as asset", "asset.itemId", "item.id")
    .innerJoin("licenceSource as source", "source.key", "asset.licenceSourceKey")
    .where("item.id", "=", itemId)
    .where("source.verdict", "<>", "WITHDRAWN")
    .select(["item.id", "item.itemHash", "asset.id as assetId"])
    .orderBy("asset.position")
    .limit(1)
    .executeTakeFirst();
  return found ?? null;
}

/** The best candidate of an exercise that was not rejected; null if there is none. */
export async function findNextCandidate(tx: Tx, exerciseId: string) {
  const found = await tables(tx)
    .selectFrom("thumbnailCandidate as candidate")
    .leftJoin("thumbnailRejection as rejection", (join) =>
      join
        .onRef("rejection.exerciseId", "=", "candidate.exerciseId")
        .onRef("rejection.itemId", "=", "candidate.itemId")
        .onRef("rejection.normalisationVersion", "=", "candidate.normalisationVersion"),
    )
    .where("candidate.exerciseId", "=", exerciseId)
    .where("rejection.itemId", "is", null)
    .select(["candidate.id", "candidate.score", "candidate.conflicts", "candidate.verdict"])
    .orderBy("candidate.place")
    .limit(1)
    .executeTakeFirst();
  return found ?? null;
}

/** A rejected pair to store. */
type NewRejection = Omit<ThumbnailRejection, never>;

/** Stores the rejection of a pair, in place of an older one. */
export async function saveRejection(tx: Tx, rejection: NewRejection): Promise<void> {
  await tables(tx)
    .insertInto("thumbnailRejection")
    .values(rejection)
    .onConflict((clash) => clash.columns(["exerciseId", "itemId"]).doUpdateSet(rejection))
    .execute();
}
