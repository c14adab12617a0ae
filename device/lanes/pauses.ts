import type { Random } from "../ports/clock.ts";

/** The shortest and the longest pause before a retry. */
export const PAUSE_MS = { least: 1_000, most: 15 * 60_000 } as const;

/**
 * Milliseconds until the next retry: full jitter below a limit that doubles with each attempt. Phones that lost the
 * same server thus come back spread out.
 *
 * @param tries failed attempts so far, including this one.
 * @param named pause that the server asked for. The retry comes no earlier, but no pause exceeds 15 minutes.
 */
export function pauseAfter(tries: number, random: Random, named: number | null = null): number {
  const limit = Math.min(PAUSE_MS.most, PAUSE_MS.least * 2 ** Math.min(tries, 20));
  const drawn = Math.max(PAUSE_MS.least, random.fraction() * limit);
  return Math.round(Math.min(PAUSE_MS.most, Math.max(drawn, named ?? 0)));
}

/**
 * Milliseconds until a stored instant. No stored retry is further away than the longest pause. A later instant proves
 * that the device's clock was set back, and the retry is due.
 */
export function remainingMs(retryAt: number | null, now: number): number {
  if (retryAt === null) return 0;
  const remaining = retryAt - now;
  return remaining > PAUSE_MS.most ? 0 : Math.max(0, remaining);
}
