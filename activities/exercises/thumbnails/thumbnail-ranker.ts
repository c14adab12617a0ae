import type { MatchConflict } from "../../../contract/exercises/matching.ts";
import type { ReadName } from "../../../rules/exercises/matching/read-name.ts";

/**
 * Reorders candidates that are not clear, with reasons: a port for a language model. It approves nothing and removes
 * no conflict. It is optional.
 */
export interface ThumbnailRanker {
  readonly model: string;
  /** A newer version lets rejected pairs be proposed again. */
  readonly promptVersion: number;
  /** Items best first with a reason each; omitted or invented items change nothing. */
  rank(
    exercise: ReadName,
    candidates: readonly RankedCandidate[],
  ): Promise<readonly { readonly itemId: string; readonly reason: string }[]>;
}

/** A candidate as a ranker sees it: normalised fields, without provider texts or personal data. */
export interface RankedCandidate {
  readonly itemId: string;
  readonly read: ReadName;
  readonly score: number;
  readonly conflicts: readonly MatchConflict[];
}
