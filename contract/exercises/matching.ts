/**
 * Version of the name normalisation used in matching. A change of the words, slots or weights in
 * `rules/exercises/matching/` needs a new version. A match rejected under an older version may be proposed again
 * (docs/rooms/exercises.md#matching).
 */
export const NORMALISATION_VERSION = 3;

/** Minimum scores for approval and for review by a person (docs/rooms/exercises.md#matching). */
export const SCORE_BANDS = { approved: 0.9, review: 0.75 } as const;

/** Number of candidates stored per exercise. */
export const CANDIDATES_KEPT = 10;

/**
 * Attributes in which two exercises disagree. Each is a hard conflict: such a match is never approved automatically,
 * however similar the names are.
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

/** Recommendation of the deterministic matching for an exercise and its best candidate. */
export const MATCH_VERDICTS = ["APPROVED", "NEEDS_REVIEW", "UNMATCHED"] as const;
export type MatchVerdict = (typeof MATCH_VERDICTS)[number];

/** Status of the picture of an exercise. */
export const MAPPING_STATUSES = ["APPROVED", "NEEDS_REVIEW", "UNMATCHED", "REJECTED"] as const;
export type MappingStatus = (typeof MAPPING_STATUSES)[number];

/** The origin of the present status: the matching or a person. */
export const MAPPING_SOURCES = ["AUTO", "MANUAL"] as const;
export type MappingSource = (typeof MAPPING_SOURCES)[number];

/**
 * Decisions of a reviewer: accept the candidate, reject it, choose another item, or leave the exercise without a
 * picture.
 */
export const REVIEW_ACTIONS = ["APPROVE", "REJECT", "REPLACE", "UNMATCH"] as const;
export type ReviewAction = (typeof REVIEW_ACTIONS)[number];

/** Names of the score bands in {@link SCORE_BANDS} by which candidates are listed. */
export const SCORE_BAND_NAMES = ["HIGH", "MIDDLE", "LOW"] as const;
export type ScoreBand = (typeof SCORE_BAND_NAMES)[number];
