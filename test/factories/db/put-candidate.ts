import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { NORMALISATION_VERSION } from "../../../contract/exercises/matching.ts";
import { LibraryItem } from "../../../db/exercises/images/library-item.ts";
import { LicenceSource } from "../../../db/exercises/images/licence-source.ts";
import { ThumbnailCandidate } from "../../../db/exercises/thumbnails/thumbnail-candidate.ts";
import { ThumbnailMapping } from "../../../db/exercises/thumbnails/thumbnail-mapping.ts";
import { newId } from "../../../db/platform/new-id.ts";
import { putExercises } from "../exercises/put-exercises.ts";

/**
 * Adds an exercise with one candidate picture that a person must review.
 * @returns the candidate's id.
 */
export async function putCandidate(em: SqlEntityManager): Promise<string> {
  const now = new Date();
  const [exerciseId = ""] = await putExercises(em, [{ title: "Squat" }]);
  const fork = em.fork();
  const [sourceKey, itemId, id] = [newId(), newId(), newId()];
  fork.create(LicenceSource, {
    key: sourceKey,
    name: "Library",
    licence: "CC0-1.0",
    licenceUrl: null,
    homeUrl: null,
    evidence: "Drawn for a test",
    attribution: "Pictures: Library",
    verdict: "HELD",
    revision: 1,
    decidedBy: null,
    decidedAt: null,
    createdAt: now,
    updatedAt: now,
  });
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
    itemHash: "item",
    importVersion: "1",
    importedAt: now,
  });
  await fork.flush();
  fork.create(ThumbnailCandidate, {
    id,
    exerciseId,
    itemId,
    place: 0,
    score: 0.8,
    conflicts: [],
    verdict: "NEEDS_REVIEW",
    reason: "Alike",
    model: null,
    promptVersion: null,
    normalisationVersion: NORMALISATION_VERSION,
    exerciseHash: "exercise",
    itemHash: "item",
    createdAt: now,
  });
  fork.create(ThumbnailMapping, {
    exerciseId,
    status: "NEEDS_REVIEW",
    source: "AUTO",
    itemId: null,
    assetId: null,
    itemHash: null,
    exerciseHash: "exercise",
    libraryHash: "library",
    normalisationVersion: NORMALISATION_VERSION,
    promptVersion: null,
    candidateId: id,
    score: 0.8,
    hasConflict: false,
    reviewer: null,
    reviewedAt: null,
    revision: 1,
    matchedAt: now,
    updatedAt: now,
  });
  await fork.flush();
  return id;
}
