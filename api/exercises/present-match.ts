import type { ThumbnailMatch } from "../../contract/exercises/thumbnail-schema.ts";
import type { getMatch, listCandidates } from "../../db/exercises/thumbnails/queries.ts";
import { thumbnailUrl } from "./thumbnail-url.ts";

/** A match for its reviewers. */
export function presentMatch(
  row: Awaited<ReturnType<typeof getMatch>>,
  candidates: Awaited<ReturnType<typeof listCandidates>>,
  publicUrl: string,
): ThumbnailMatch {
  const best = candidates.find(({ id }) => id === row.candidateId);
  return {
    candidateId: row.candidateId,
    exerciseId: row.exerciseId,
    providerExerciseId: row.providerExerciseId,
    name: row.title,
    equipment: [...row.equipment],
    muscleGroups: [...row.muscleGroups],
    status: row.status,
    source: row.source,
    revision: row.revision,
    recommendedStatus: best?.verdict ?? "UNMATCHED",
    score: best?.score ?? null,
    thumbnailAssetUrl: thumbnailUrl(publicUrl, row.assetId),
    reviewedAt: row.reviewedAt,
    candidates: candidates.map((candidate) => ({
      candidateId: candidate.id,
      libraryItemId: candidate.itemId,
      name: candidate.name,
      equipment: candidate.equipment,
      primaryMuscles: [...candidate.primaryMuscles],
      licenceSourceKey: candidate.sourceKey,
      score: candidate.score,
      conflicts: [...candidate.conflicts],
      recommendedStatus: candidate.verdict,
      reason: candidate.reason,
      model: candidate.model,
      promptVersion: candidate.promptVersion,
      normalisationVersion: candidate.normalisationVersion,
      isRejected: Boolean(candidate.isRejected),
      imageUrl: thumbnailUrl(publicUrl, candidate.assetId),
    })),
  };
}
