/** Maximum age of an import, in days before the present one (docs/rooms/quick-log.md#imports). */
export const IMPORT_DAYS = 31;

/** How a metric is imported: its unit, and the possible values of one day. */
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
 * - `SUPERSEDED`: a later one of the same source replaced it.
 * - `TAKEN_BACK`: it has no value, because it withdraws one.
 * - `IMPORTED`: it was typed, and a verified import has priority.
 * - `USER_ENTERED`, `OUTSIDE_DAY`: an unverified import: typed by hand, or partly of another day.
 * - `OLDER_WINDOW`: its source had already reported a later instant.
 * - `OTHER_SOURCE`: another source measured later.
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
