/** Bounds of a request to open days (docs/rooms/agenda.md#materialising-on-request). */
export const MATERIALISE_LIMITS = {
  relationships: 10_000,
  sources: 1_000,
  windowDays: 31,
  reasonLength: 200,
  bodyBytes: 512 * 1024,
} as const;

/** Why the days of a relationship were not opened; nothing of it changed. */
export const MATERIALISE_SKIPS = [
  "UNKNOWN",
  "ENDED",
  "PAUSED",
  /** Its workspace, or its client, is suspended or closed. */
  "SUSPENDED",
  /** It has none of the named sources. */
  "NO_SUCH_SOURCE",
  /** Its present local day is not one of those requested. */
  "OUTSIDE_WINDOW",
  /** Its days could not be opened because of an internal error; the scan retries. */
  "NOT_OPENED",
] as const;
export type MaterialiseSkip = (typeof MATERIALISE_SKIPS)[number];
