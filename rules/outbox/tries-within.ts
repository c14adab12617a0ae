import { doublingPause, type PauseBounds } from "./doubling-pause.ts";

/**
 * Number of attempts that fit into a time: the first at once, then one after each pause of `bounds`. At least one; an
 * attempt itself counts as taking no time.
 */
export function triesWithin(leftMs: number, bounds: PauseBounds): number {
  let tries = 1;
  let spentMs = 0;
  for (;;) {
    const pauseMs = doublingPause(tries, bounds);
    if (pauseMs === bounds.longestMs)
      return tries + Math.max(0, Math.floor((leftMs - spentMs) / pauseMs));
    spentMs += pauseMs;
    if (spentMs > leftMs) return tries;
    tries += 1;
  }
}

/** When a scheduled workflow ran or starts, and its interval. */
export interface ScheduledTimes {
  /** The scheduled instant of this run; its start time if no schedule started it. */
  readonly scheduledAt: Date;
  readonly everyMs: number;
}

/** Milliseconds from `now` until the schedule's next instant: more than 0, at most `everyMs`. */
export function untilNextRun({ scheduledAt, everyMs }: ScheduledTimes, now: Date): number {
  const sinceMs = now.getTime() - scheduledAt.getTime();
  return everyMs - (((sinceMs % everyMs) + everyMs) % everyMs);
}
