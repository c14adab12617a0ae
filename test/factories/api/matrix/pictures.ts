import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { LicenceVerdict } from "../../../../contract/exercises/image-vocabulary.ts";
import { LibraryAsset } from "../../../../db/exercises/images/library-asset.ts";
import { LibraryItem } from "../../../../db/exercises/images/library-item.ts";
import { LibraryRendition } from "../../../../db/exercises/images/library-rendition.ts";
import { LicenceSource } from "../../../../db/exercises/images/licence-source.ts";
import { ThumbnailCandidate } from "../../../../db/exercises/thumbnails/thumbnail-candidate.ts";
import { ThumbnailMapping } from "../../../../db/exercises/thumbnails/thumbnail-mapping.ts";
import { newId } from "../../../../db/platform/new-id.ts";
import { putExercises } from "../../exercises/put-exercises.ts";

/** Pictures belong to nobody, so all principals name the same. */
export const MATRIX_PICTURES = {
  sourceKey: "matrix-shown",
  assetId: "019a0000-0000-7000-8000-0000000000a1",
  /** A picture of a source without a decision. */
  heldAssetId: "019a0000-0000-7000-8000-0000000000a2",
  candidateId: "019a0000-0000-7000-8000-0000000000a3",
  width: "320",
} as const;

/** Stores a visible picture, a withheld one, and an exercise to review. */
export async function storeMatrixPictures(em: SqlEntityManager): Promise<void> {
  const { assetId, heldAssetId: withheldAssetId, sourceKey } = MATRIX_PICTURES;
  const itemId = await storePicture(em, { sourceKey, assetId, verdict: "SHOWN" });
  await storePicture(em, { sourceKey: "matrix-held", assetId: withheldAssetId, verdict: "HELD" });
  const [exerciseId = ""] = await putExercises(em, [{ title: "Matrix Squat" }]);
  await storeReview(em, { exerciseId, itemId });
}

/** Stores a picture of its own source, and returns its item. */
export async function storePicture(
  em: SqlEntityManager,
  { sourceKey, assetId, verdict }: { sourceKey: string; assetId: string; verdict: LicenceVerdict },
): Promise<string> {
  const now = new Date();
  const isDecided = verdict !== "HELD";
  const texts = { name: sourceKey, licence: "CC0-1.0", evidence: "Drawn", attribution: "Drawn" };
  const decided = { decidedBy: isDecided ? "somebody" : null, decidedAt: isDecided ? now : null };
  const itemId = newId();
  const fork = em.fork();
  fork.create(LicenceSource, {
    ...texts,
    ...decided,
    key: sourceKey,
    licenceUrl: null,
    homeUrl: null,
    verdict,
    revision: 1,
    createdAt: now,
    updatedAt: now,
  });
  await fork.flush();
  fork.create(LibraryItem, {
    id: itemId,
    sourceKey,
    sourceId: "squat",
    name: "Squat",
    equipment: null,
    primaryMuscles: [],
    secondaryMuscles: [],
    category: null,
    payload: {},
    itemHash: "squat",
    importVersion: "1",
    importedAt: now,
  });
  await fork.flush();
  fork.create(LibraryAsset, {
    id: assetId,
    itemId,
    sourcePath: "squat.png",
    position: 0,
    sha256: sourceKey,
    sizeBytes: 1,
    width: 320,
    height: 1,
    licenceSourceKey: sourceKey,
    sourceUrl: null,
    importedAt: now,
  });
  const width = Number(MATRIX_PICTURES.width);
  fork.create(LibraryRendition, { sha256: sourceKey, width, height: 1, bytes: Buffer.from("1") });
  await fork.flush();
  return itemId;
}

async function storeReview(
  em: SqlEntityManager,
  { exerciseId, itemId }: { readonly exerciseId: string; readonly itemId: string },
): Promise<void> {
  const now = new Date();
  const { candidateId } = MATRIX_PICTURES;
  const versions = { normalisationVersion: 1, promptVersion: null };
  const fork = em.fork();
  fork.create(ThumbnailCandidate, {
    ...versions,
    id: candidateId,
    exerciseId,
    itemId,
    place: 0,
    score: 0.8,
    conflicts: [],
    verdict: "NEEDS_REVIEW",
    reason: "Alike",
    model: null,
    exerciseHash: "squat",
    itemHash: "squat",
    createdAt: now,
  });
  fork.create(ThumbnailMapping, {
    ...versions,
    exerciseId,
    status: "NEEDS_REVIEW",
    source: "AUTO",
    itemId: null,
    assetId: null,
    itemHash: null,
    exerciseHash: "squat",
    libraryHash: "squat",
    candidateId,
    score: 0.8,
    hasConflict: false,
    reviewer: null,
    reviewedAt: null,
    revision: 1,
    matchedAt: now,
    updatedAt: now,
  });
  await fork.flush();
}
