import { createHash } from "node:crypto";
import { canonicalForm } from "../../../contract/canonical-form.ts";
import {
  type MatchConflict,
  type MatchVerdict,
  NORMALISATION_VERSION,
} from "../../../contract/exercises/matching.ts";
import type { MatchedExercise, MatchedItem } from "../../../db/exercises/thumbnails/match-rows.ts";
import {
  type Candidate,
  findCandidates,
  type MatchingLibrary,
  readLibrary,
} from "../../../rules/exercises/matching/find-candidates.ts";
import { type NamedExercise, readName } from "../../../rules/exercises/matching/read-name.ts";
import { explainCandidate } from "../../../rules/exercises/thumbnails/explain-candidate.ts";
import type { MatchingVersions } from "../../../rules/exercises/thumbnails/settle-match.ts";
import type { ThumbnailRanker } from "./thumbnail-ranker.ts";

/**
 * The candidates of an exercise, best first. If there is a ranker and the best one needs a review, the ranker orders
 * them.
 */
export async function findMatches(
  library: ComparedLibrary,
  exercise: MatchedExercise,
  ranker: ThumbnailRanker | null,
): Promise<readonly ExplainedCandidate[]> {
  const named = namedOf(exercise);
  const found = findCandidates(library.read, named);
  if (ranker === null || found[0]?.verdict !== "NEEDS_REVIEW") return found.map(explained);
  return await ranked(library, named, { found, ranker });
}

/** A picture library, prepared once for matching many exercises. */
export interface ComparedLibrary {
  /** Hash of everything that is compared. While it is the same, an unchanged exercise has the same candidates. */
  readonly hash: string;
  readonly items: ReadonlyMap<string, MatchedItem>;
  readonly read: MatchingLibrary<string>;
}

/** A candidate with its explanation. */
export interface ExplainedCandidate {
  readonly itemId: string;
  readonly score: number;
  readonly conflicts: readonly MatchConflict[];
  readonly verdict: MatchVerdict;
  readonly reason: string;
  readonly model: string | null;
}

/** The versions of the matching, with or without a ranker. */
export function versionsWith(ranker: ThumbnailRanker | null): MatchingVersions {
  return {
    normalisationVersion: NORMALISATION_VERSION,
    promptVersion: ranker?.promptVersion ?? null,
  };
}

/** Prepares a library for matching. */
export function compareWith(items: readonly MatchedItem[]): ComparedLibrary {
  return {
    hash: hashOf(items.map(({ id, itemHash }) => [id, itemHash])),
    items: new Map(items.map((item) => [item.id, item])),
    read: readLibrary(items),
  };
}

/** Hash of the fields that matching uses; a change of other texts leaves the picture. */
export function exerciseHash({ title, equipment, muscleGroups }: MatchedExercise): string {
  return hashOf([title, equipment, muscleGroups]);
}

async function ranked(
  library: ComparedLibrary,
  named: NamedExercise,
  { found, ranker }: { found: readonly Candidate<string>[]; ranker: ThumbnailRanker },
): Promise<readonly ExplainedCandidate[]> {
  const shown = found.flatMap(({ itemId, score, conflicts }) => {
    const item = library.items.get(itemId);
    return item === undefined ? [] : [{ itemId, score, conflicts, read: readName(item) }];
  });
  const order = await ranker.rank(readName(named), shown);
  const reasons = new Map(order.map(({ itemId, reason }) => [itemId, reason]));
  const placeOf = ({ itemId }: Candidate<string>) => {
    const place = order.findIndex((one) => one.itemId === itemId);
    return place === -1 ? order.length : place;
  };
  return found
    .toSorted((one, other) => placeOf(one) - placeOf(other))
    .map((candidate) => {
      const reason = reasons.get(candidate.itemId);
      return reason === undefined
        ? explained(candidate)
        : { ...explained(candidate), reason, model: ranker.model };
    });
}

const explained = (candidate: Candidate<string>): ExplainedCandidate => ({
  ...candidate,
  reason: explainCandidate(candidate.verdict, candidate.conflicts),
  model: null,
});

const namedOf = ({ title, equipment, muscleGroups }: MatchedExercise): NamedExercise => ({
  name: title,
  equipment: equipment[0] ?? null,
  muscles: muscleGroups,
});

const hashOf = (value: unknown) => createHash("sha256").update(canonicalForm(value)).digest("hex");
