import type {
  MappingSource,
  MappingStatus,
  MatchVerdict,
} from "../../../contract/exercises/matching.ts";

/**
 * The effect of a new matching on an exercise's mapping (docs/rooms/exercises.md#review). A human approval stays until
 * either side changes; then a person reviews it again. A human rejection stays until the exercise or a version
 * changes. It then needs a review again and is never approved automatically.
 */
export function settleMatch(known: KnownMapping | null, found: FoundMatch): SettledMatch {
  if (known === null || known.source === "AUTO") return automatic(found);
  const { status, source, itemId } = known;
  const isSame = known.exerciseHash === found.exerciseHash;
  switch (status) {
    case "APPROVED":
      return isSame && known.itemHash === found.itemHash
        ? { status, source, itemId }
        : { status: "NEEDS_REVIEW", source, itemId: null };
    case "NEEDS_REVIEW":
      return { status, source, itemId: null };
    case "UNMATCHED":
    case "REJECTED":
      return isSame && isSameVersion(known, found)
        ? { status, source, itemId: null }
        : reviewRequested(found);
  }
}

/** The versions of name normalisation and ranker; null if no ranker ran. */
export interface MatchingVersions {
  readonly normalisationVersion: number;
  readonly promptVersion: number | null;
}

/** The thumbnail mapping of an exercise so far. */
export interface KnownMapping extends MatchingVersions {
  readonly status: MappingStatus;
  readonly source: MappingSource;
  readonly itemId: string | null;
  readonly itemHash: string | null;
  readonly exerciseHash: string;
}

/** The result of the present matching. */
export interface FoundMatch extends MatchingVersions {
  readonly exerciseHash: string;
  /** Present hash of the item that the mapping names; null if it no longer exists. */
  readonly itemHash: string | null;
  /** The best candidate that was not rejected. */
  readonly best: { readonly itemId: string; readonly verdict: MatchVerdict } | null;
}

/** The resulting mapping; the item is null if no picture is shown. */
export interface SettledMatch {
  readonly status: MappingStatus;
  readonly source: MappingSource;
  readonly itemId: string | null;
}

/** Whether a rejected pair stays rejected. */
export function staysRejected(rejected: MatchingVersions, now: MatchingVersions): boolean {
  return isSameVersion(rejected, now);
}

function automatic({ best }: FoundMatch): SettledMatch {
  const status = best?.verdict ?? "UNMATCHED";
  return {
    status,
    source: "AUTO",
    itemId: best !== null && status === "APPROVED" ? best.itemId : null,
  };
}

function reviewRequested({ best }: FoundMatch): SettledMatch {
  const isNothing = best === null || best.verdict === "UNMATCHED";
  return { status: isNothing ? "UNMATCHED" : "NEEDS_REVIEW", source: "MANUAL", itemId: null };
}

const isSameVersion = (one: MatchingVersions, other: MatchingVersions) =>
  one.normalisationVersion === other.normalisationVersion &&
  one.promptVersion === other.promptVersion;
