/** The first and the last instant that the service can store: years 1 to 9999. */
const RANGE = { first: -62_135_596_800_000, last: 253_402_300_799_999 } as const;

/** RFC 3339 in UTC. A clock outside of what the service can store counts as its nearest instant. */
export function instantOf(ms: number): string {
  return new Date(Math.min(RANGE.last, Math.max(RANGE.first, Math.trunc(ms)))).toISOString();
}
