import type { Random } from "../ports/clock.ts";

/** The shortest and the longest pause before a retry. */
export const PAUSE_MS = { least: 1_000, most: 15 * 60_000 } as const;

/**
 * Milliseconds until the next try: full jitter below a limit that doubles with each try, so that phones that lost the
 * same server come back spread out.
 *
 * @param tries failed tries so far, this one included.
 * @param named pause that the service asked for; the retry comes no earlier, except that no pause exceeds 15 minutes.
 */
export function pauseAfter(tries: number, random: Random, named: number | null = null): number {
  const limit = Math.min(PAUSE_MS.most, PAUSE_MS.least * 2 ** Math.min(tries, 20));
  const drawn = Math.max(PAUSE_MS.least, random.fraction() * limit);
  return Math.round(Math.min(PAUSE_MS.most, Math.max(drawn, named ?? 0)));
}

/**
 * Milliseconds until a stored instant. No retry is stored further ahead than the longest pause: an instant beyond
 * that proves that the device's clock was put back, and the retry is due.
 */
export function remainingMs(retryAt: number | null, now: number): number {
  if (retryAt === null) return 0;
  const remaining = retryAt - now;
  return remaining > PAUSE_MS.most ? 0 : Math.max(0, remaining);
}
