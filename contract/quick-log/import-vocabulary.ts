/** Days that an import goes back from the present one (docs/rules.md#quick-log-imports). */
export const IMPORT_DAYS = 31;

/** How a metric is imported: the unit in which it is, and what one day can hold of it. */
export interface ImportableMetric {
  readonly unit: string;
  readonly min: number;
  readonly max: number;
  readonly decimals: number;
}

/** The metrics that can be imported. */
export const IMPORTABLE_METRICS: Readonly<Record<string, ImportableMetric>> = {
  STEPS: { unit: "steps", min: 0, max: 200_000, decimals: 0 },
};

/**
 * Why a value does not count for its day.
 * - `SUPERSEDED`: a later one of the same source stands in its place.
 * - `TAKEN_BACK`: it says no value, for it takes one back.
 * - `IMPORTED`: it was typed, and a verified import stands.
 * - `USER_ENTERED`, `OUTSIDE_DAY`: an import that is not verified, for it was typed by hand, or is of another day too.
 * - `OLDER_WINDOW`: its source had told of a later instant before.
 * - `OTHER_SOURCE`: another source has measured later.
 */
export const UNCOUNTED_REASONS = [
  "SUPERSEDED",
  "TAKEN_BACK",
  "IMPORTED",
  "USER_ENTERED",
  "OUTSIDE_DAY",
  "OLDER_WINDOW",
  "OTHER_SOURCE",
] as const;
export type UncountedReason = (typeof UNCOUNTED_REASONS)[number];
