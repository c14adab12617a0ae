/**
 * How names are normalised before they are compared. A change of the words, slots or weights in
 * `rules/exercises/matching/` takes a new version; what was rejected under an older one may be proposed again
 * (docs/rules.md#exercises-matching).
 */
export const NORMALISATION_VERSION = 2;

/** From which score on a candidate is approved, and from which it is worth a person's look (docs/rules.md#exercises-matching). */
export const SCORE_BANDS = { approved: 0.9, review: 0.75 } as const;

/** How many candidates of an exercise are kept. */
export const CANDIDATES_KEPT = 10;

/**
 * In what two names, or what is told beside them, disagree. Each is a hard conflict: nothing with one is approved by
 * itself, however alike the words are.
 */
export const MATCH_CONFLICTS = [
  "EQUIPMENT",
  "MUSCLE",
  "MOVEMENT",
  "POSITION",
  "INCLINE",
  "GRIP",
  "SIDE",
  "COUNT",
] as const;
export type MatchConflict = (typeof MATCH_CONFLICTS)[number];

/** What the deterministic matching recommends for an exercise and its best candidate. */
export const MATCH_VERDICTS = ["APPROVED", "NEEDS_REVIEW", "UNMATCHED"] as const;
export type MatchVerdict = (typeof MATCH_VERDICTS)[number];

/** What becomes of the picture of an exercise. */
export const MAPPING_STATUSES = ["APPROVED", "NEEDS_REVIEW", "UNMATCHED", "REJECTED"] as const;
export type MappingStatus = (typeof MAPPING_STATUSES)[number];

/** Who said so last. */
export const MAPPING_SOURCES = ["AUTO", "MANUAL"] as const;
export type MappingSource = (typeof MAPPING_SOURCES)[number];

/** What a reviewer does: take the candidate, say no to it, take another item, or leave it without a picture. */
export const REVIEW_ACTIONS = ["APPROVE", "REJECT", "REPLACE", "UNMATCH"] as const;
export type ReviewAction = (typeof REVIEW_ACTIONS)[number];

/** Bands of scores by which candidates are listed, of {@link SCORE_BANDS}. */
export const SCORE_BAND_NAMES = ["HIGH", "MIDDLE", "LOW"] as const;
export type ScoreBand = (typeof SCORE_BAND_NAMES)[number];
