import type { MatchConflict } from "../../../contract/exercises/matching.ts";
import type { ReadName } from "../../../rules/exercises/matching/read-name.ts";

/** A candidate as a ranker sees it: normalised fields, no text of the provider and nothing of a person. */
export interface RankedCandidate {
  readonly itemId: string;
  readonly read: ReadName;
  readonly score: number;
  readonly conflicts: readonly MatchConflict[];
}

/**
 * Puts candidates that are not clear in another order, with its reasons: a language model behind a port. It approves
 * nothing and takes no conflict away. None is configured unless somebody has one.
 */
export interface ThumbnailRanker {
  readonly model: string;
  /** A newer one lets rejected pairs be proposed again. */
  readonly promptVersion: number;
  /** Items best first with a reason each; what it leaves out, or makes up, changes nothing. */
  rank(
    exercise: ReadName,
    candidates: readonly RankedCandidate[],
  ): Promise<readonly { readonly itemId: string; readonly reason: string }[]>;
}
