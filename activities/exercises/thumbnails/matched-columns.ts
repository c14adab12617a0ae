import type { MappingStatus } from "../../../contract/exercises/matching.ts";
import type { MatchedExercise } from "../../../db/exercises/thumbnails/match-rows.ts";
import {
  type KnownMapping,
  type MatchingVersions,
  settleMatch,
} from "../../../rules/exercises/thumbnails/settle-match.ts";
import type { ComparedLibrary, ExplainedCandidate } from "./find-matches.ts";

/** Columns of a mapping after matching. A reviewer's note stays (docs/rooms/exercises.md#review). */
export function matchedColumns(mapping: KnownMapping | null, found: FoundPicture) {
  const { library, versions, exerciseHash, best, candidateId, now } = found;
  const named = mapping?.itemId ?? null;
  const itemHash = named === null ? null : (library.items.get(named)?.itemHash ?? null);
  const settled = settleMatch(mapping, { ...versions, exerciseHash, itemHash, best });
  const item = settled.itemId === null ? null : (library.items.get(settled.itemId) ?? null);
  return {
    ...versions,
    status: settled.status,
    source: settled.source,
    itemId: item?.id ?? null,
    assetId: item?.assetId ?? null,
    itemHash: item?.itemHash ?? null,
    exerciseHash,
    libraryHash: library.hash,
    candidateId,
    score: best?.score ?? null,
    hasConflict: best !== null && best.conflicts.length > 0,
    matchedAt: now,
    updatedAt: now,
  };
}

/** The library, versions and time of a matching. */
interface Matching {
  readonly library: Pick<ComparedLibrary, "hash" | "items">;
  readonly versions: MatchingVersions;
  readonly now: Date;
}

/** The result for an exercise, with the row of its best candidate. */
interface FoundPicture extends Matching {
  readonly exerciseHash: string;
  readonly best: ExplainedCandidate | null;
  readonly candidateId: string | null;
}

/** The result of a review: an item shows the exercise, or none does. */
export type Reviewed =
  | {
      readonly status: "APPROVED";
      readonly item: { readonly id: string; readonly itemHash: string; readonly assetId: string };
    }
  | { readonly status: Exclude<MappingStatus, "APPROVED">; readonly item: null };

/** Columns of a mapping after a review. */
export function reviewedColumns(
  { status, item }: Reviewed,
  { reviewer, now }: { readonly reviewer: string; readonly now: Date },
) {
  return {
    status,
    source: "MANUAL" as const,
    itemId: item?.id ?? null,
    assetId: item?.assetId ?? null,
    itemHash: item?.itemHash ?? null,
    reviewer,
    reviewedAt: now,
    updatedAt: now,
  };
}

/** An exercise with its candidates. */
export interface Compared {
  readonly exercise: MatchedExercise;
  readonly hash: string;
  readonly candidates: readonly ExplainedCandidate[];
}

/** Columns of the candidates of an exercise, best first. */
export function candidateColumns(
  { exercise, hash, candidates }: Compared,
  { library, versions, now }: Matching,
) {
  return candidates.map(({ model, ...candidate }, place) => ({
    ...candidate,
    conflicts: [...candidate.conflicts],
    place,
    exerciseId: exercise.id,
    exerciseHash: hash,
    itemHash: library.items.get(candidate.itemId)?.itemHash ?? "",
    normalisationVersion: versions.normalisationVersion,
    model,
    promptVersion: model === null ? null : versions.promptVersion,
    createdAt: now,
  }));
}
