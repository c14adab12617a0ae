import type {
  MappingSource,
  MappingStatus,
  MatchVerdict,
} from "../../../contract/exercises/matching.ts";

/** By which versions names are normalised and rankers asked; null where none is asked. */
export interface MatchingVersions {
  readonly normalisationVersion: number;
  readonly promptVersion: number | null;
}

/** What became of the picture of an exercise so far. */
export interface KnownMapping extends MatchingVersions {
  readonly status: MappingStatus;
  readonly source: MappingSource;
  readonly itemId: string | null;
  readonly itemHash: string | null;
  readonly exerciseHash: string;
}

/** What is found now. */
export interface FoundMatch extends MatchingVersions {
  readonly exerciseHash: string;
  /** Of the item that the mapping names, as it is now; null where it is not there any more. */
  readonly itemHash: string | null;
  /** The best candidate that nobody rejected. */
  readonly best: { readonly itemId: string; readonly verdict: MatchVerdict } | null;
}

/** What becomes of it: the item is null where no picture is shown. */
export interface SettledMatch {
  readonly status: MappingStatus;
  readonly source: MappingSource;
  readonly itemId: string | null;
}

/**
 * What a new matching makes of an exercise (docs/rooms/exercises.md#review). What a person approved stands while both
 * sides are what they were, and is asked again when one changed; a person's no stands until the exercise or a version
 * changed, and then is asked again, never approved by itself.
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
        : asked(found);
  }
}

/** Whether a pair that was rejected stays away. */
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

function asked({ best }: FoundMatch): SettledMatch {
  const isNothing = best === null || best.verdict === "UNMATCHED";
  return { status: isNothing ? "UNMATCHED" : "NEEDS_REVIEW", source: "MANUAL", itemId: null };
}

const isSameVersion = (one: MatchingVersions, other: MatchingVersions) =>
  one.normalisationVersion === other.normalisationVersion &&
  one.promptVersion === other.promptVersion;
