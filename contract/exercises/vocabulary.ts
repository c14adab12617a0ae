/** ACTIVE is found; HELD waits for its type to be mapped, RETIRED left the provider, ARCHIVED its workspace. */
export const EXERCISE_STATUSES = ["ACTIVE", "HELD", "RETIRED", "ARCHIVED"] as const;
export type ExerciseStatus = (typeof EXERCISE_STATUSES)[number];

/** What exercises are sorted by. */
export const TAXONOMY_TYPES = ["muscle_group", "equipment", "exercise_type", "difficulty"] as const;
export type TaxonomyType = (typeof TAXONOMY_TYPES)[number];

/** What an administrator made of a provider's label; one that is UNMAPPED nobody has looked at. */
export const LABEL_DECISIONS = ["UNMAPPED", "MAPPED", "IGNORED"] as const;
export type LabelDecision = (typeof LABEL_DECISIONS)[number];

/** The first reading of a provider's catalogue, and every later one. */
export const CATALOGUE_RUN_KINDS = ["BOOTSTRAP", "REFRESH"] as const;
export type CatalogueRunKind = (typeof CATALOGUE_RUN_KINDS)[number];

/** A run that is RETIRE_HELD took everything in, but retired nothing: too much was missing at once. */
export const CATALOGUE_RUN_STATES = ["RUNNING", "DONE", "RETIRE_HELD", "FAILED"] as const;
export type CatalogueRunState = (typeof CATALOGUE_RUN_STATES)[number];

/** Why a reading of a catalogue was given up. */
export const CATALOGUE_FAILURES = [
  "UNAUTHORISED",
  "UNAVAILABLE",
  "MALFORMED",
  "MEDIA_IN_BROWSE",
  "ENDLESS",
] as const;
export type CatalogueFailure = (typeof CATALOGUE_FAILURES)[number];

/** Whose an exercise is. */
export const EXERCISE_SOURCES = ["provider", "workspace"] as const;
export type ExerciseSource = (typeof EXERCISE_SOURCES)[number];

/** Of exercises that a workspace makes: how many it has besides archived ones, and what each may say. */
export const OWN_EXERCISE_LIMITS = { perWorkspace: 1_000, nameLength: 120, texts: 30 } as const;

/**
 * How a search found an exercise, the best first: by its whole name; by words of a title; by beginnings of such; by
 * whatever is known of it; and by what was mistyped, in a title or anywhere.
 */
export const SEARCH_MATCHES = [
  "NAME",
  "WORDS",
  "BEGINNINGS",
  "ANYWHERE",
  "MISTYPED",
  "MISTYPED_ANYWHERE",
] as const;
export type SearchMatch = (typeof SEARCH_MATCHES)[number];
