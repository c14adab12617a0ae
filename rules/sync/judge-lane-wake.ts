/**
 * Whether to wake a lane with a due batch now (docs/rooms/storage.md#relay). An idle lane is woken at once, and one
 * that makes progress once a second. While its oldest batch stays unsettled, the intervals grow. Instants are
 * milliseconds of one clock.
 *
 * @param before the remembered last wake-up; null if there was none.
 * @returns the wake-up to remember, or null if the lane must wait.
 */
export function judgeLaneWake(
  before: LaneWake | null,
  { oldestAt, now }: { readonly oldestAt: number; readonly now: number },
  { everyMs, longestMs }: LanePace,
): LaneWake | null {
  if (before === null) return { wokenAt: now, oldestAt, pauseMs: everyMs };
  // The clock went back, as after a restore of the database: the memory is void.
  if (now < before.wokenAt) return { wokenAt: now, oldestAt, pauseMs: everyMs };
  const moved = before.oldestAt !== oldestAt;
  const pauseMs = moved ? everyMs : before.pauseMs;
  if (now - before.wokenAt < pauseMs) return null;
  return { wokenAt: now, oldestAt, pauseMs: moved ? everyMs : Math.min(pauseMs * 2, longestMs) };
}

/** The remembered wake-up of a lane. */
export interface LaneWake {
  readonly wokenAt: number;
  /** Due time of the longest due batch; it shows whether the lane makes progress. */
  readonly oldestAt: number;
  /** Milliseconds until the next wake-up. */
  readonly pauseMs: number;
}

/** Intervals of a lane's wake-ups, in milliseconds. */
export interface LanePace {
  /** Between two wake-ups of a lane that makes progress: batches that arrive meanwhile are settled together. */
  readonly everyMs: number;
  /** Longest interval for a lane that makes no progress. */
  readonly longestMs: number;
}

export const USUAL_LANE_PACE: LanePace = { everyMs: 1_000, longestMs: 30_000 };
