/** ACTIVE is found; HELD waits for its type to be mapped, RETIRED left the provider, ARCHIVED its workspace. */
export const EXERCISE_STATUSES = ["ACTIVE", "HELD", "RETIRED", "ARCHIVED"] as const;
export type ExerciseStatus = (typeof EXERCISE_STATUSES)[number];

/** Taxonomies by which exercises are sorted. */
export const TAXONOMY_TYPES = ["muscle_group", "equipment", "exercise_type", "difficulty"] as const;
export type TaxonomyType = (typeof TAXONOMY_TYPES)[number];

/** An administrator's decision about a provider's label; UNMAPPED means not decided yet. */
export const LABEL_DECISIONS = ["UNMAPPED", "MAPPED", "IGNORED"] as const;
export type LabelDecision = (typeof LABEL_DECISIONS)[number];

/** The first read of a provider's catalogue, and every later one. */
export const CATALOGUE_RUN_KINDS = ["BOOTSTRAP", "REFRESH"] as const;
export type CatalogueRunKind = (typeof CATALOGUE_RUN_KINDS)[number];

/** A RETIRE_HELD run stored everything but retired nothing, because too many exercises were missing at once. */
export const CATALOGUE_RUN_STATES = ["RUNNING", "DONE", "RETIRE_HELD", "FAILED"] as const;
export type CatalogueRunState = (typeof CATALOGUE_RUN_STATES)[number];

/** Why a read of a catalogue was aborted. */
export const CATALOGUE_FAILURES = [
  "UNAUTHORISED",
  "UNAVAILABLE",
  "MALFORMED",
  "MEDIA_IN_BROWSE",
  "ENDLESS",
] as const;
export type CatalogueFailure = (typeof CATALOGUE_FAILURES)[number];

/** Owner of an exercise. */
export const EXERCISE_SOURCES = ["provider", "workspace"] as const;
export type ExerciseSource = (typeof EXERCISE_SOURCES)[number];

/** Limits of a workspace's own exercises: how many, not counting archived ones, and the length of their texts. */
export const OWN_EXERCISE_LIMITS = { perWorkspace: 1_000, nameLength: 120, texts: 30 } as const;

/**
 * How a search matched an exercise, best first. It matched the whole name, words of a title, word beginnings in a
 * title, or any known text. The next two allow typing errors, in a title or anywhere. The last leaves words out.
 */
export const SEARCH_MATCHES = [
  "NAME",
  "WORDS",
  "BEGINNINGS",
  "ANYWHERE",
  "MISTYPED",
  "MISTYPED_ANYWHERE",
  "SOME_WORDS",
] as const;
export type SearchMatch = (typeof SEARCH_MATCHES)[number];
