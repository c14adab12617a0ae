const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** When those who serve days were last seen, in real time; null where they never were. */
export interface LastSeen {
  /** Days were looked at. */
  readonly lookedAt: Date | null;
  /** An API was ready. */
  readonly apiReadyAt: Date | null;
}

/**
 * How long no day closes from now on because we ourselves were away: after a gap of more than an hour as long as that
 * was, and a day at most (docs/rooms/agenda.md#closing). In milliseconds; 0 without one.
 */
export function outageGraceMs({ lookedAt, apiReadyAt }: LastSeen, realNow: Date): number {
  const gaps = [lookedAt, apiReadyAt].map((at) =>
    at === null ? 0 : realNow.getTime() - at.getTime(),
  );
  const gapMs = Math.max(...gaps);
  return gapMs > HOUR_MS ? Math.min(gapMs, DAY_MS) : 0;
}
