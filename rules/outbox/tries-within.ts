import { doublingPause, type PauseBounds } from "./doubling-pause.ts";

/**
 * How many tries fit into this time: the first at once, then one after each pause of `bounds`. One at least; tries
 * themselves count as taking no time.
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

/** When a scheduled workflow ran or begins, and how often it does. */
export interface ScheduledTimes {
  /** The instant that the schedule started this run for; its start where no schedule did. */
  readonly scheduledAt: Date;
  readonly everyMs: number;
}

/** Milliseconds from `now` until the schedule's next instant, more than 0 and at most `everyMs`. */
export function untilNextRun({ scheduledAt, everyMs }: ScheduledTimes, now: Date): number {
  const sinceMs = now.getTime() - scheduledAt.getTime();
  return everyMs - (((sinceMs % everyMs) + everyMs) % everyMs);
}
