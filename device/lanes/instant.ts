/** The first and the last instant that the server can store: years 1 to 9999. */
const RANGE = { first: -62_135_596_800_000, last: 253_402_300_799_999 } as const;

/** RFC 3339 in UTC. An instant outside the range of the server is clamped to its nearest limit. */
export function instantOf(ms: number): string {
  return new Date(Math.min(RANGE.last, Math.max(RANGE.first, Math.trunc(ms)))).toISOString();
}
