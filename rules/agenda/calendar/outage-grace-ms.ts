/**
 * How long closing is suspended because our own services were down: the length of a gap over one hour, at most one
 * day (docs/rooms/agenda.md#closing). Milliseconds; 0 without a gap.
 */
export function outageGraceMs({ lookedAt, apiReadyAt }: LastSeen, realNow: Date): number {
  const gaps = [lookedAt, apiReadyAt].map((at) =>
    at === null ? 0 : realNow.getTime() - at.getTime(),
  );
  const gapMs = Math.max(...gaps);
  return gapMs > HOUR_MS ? Math.min(gapMs, DAY_MS) : 0;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** When the services that run days were last seen, in real time; null if never. */
export interface LastSeen {
  /** The last scan for due days. */
  readonly lookedAt: Date | null;
  /** The last time an API was ready. */
  readonly apiReadyAt: Date | null;
}
