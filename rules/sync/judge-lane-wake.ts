/** What is remembered of a lane that was woken. */
export interface LaneWake {
  readonly wokenAt: number;
  /** When the batch became due that had been due longest; by it one sees whether the lane gets on. */
  readonly oldestAt: number;
  /** Milliseconds until it is woken again. */
  readonly pauseMs: number;
}

/** How often a lane is woken, in milliseconds. */
export interface LanePace {
  /** Between two wake-ups of a lane that gets on: what comes meanwhile is settled together. */
  readonly everyMs: number;
  /** Between two wake-ups of a lane that does not, at most. */
  readonly longestMs: number;
}

export const USUAL_LANE_PACE: LanePace = { everyMs: 1_000, longestMs: 30_000 };

/**
 * Whether a lane that holds a due batch is woken now (docs/rooms/storage.md#relay): at once when it was
 * idle, once a second while it gets on, and ever more seldom while its oldest batch does not move.
 * Instants are milliseconds of one clock.
 *
 * @param before what was remembered of its last wake-up; null when it never was woken.
 * @returns what to remember of this one, or null when it has to wait.
 */
export function judgeLaneWake(
  before: LaneWake | null,
  { oldestAt, now }: { readonly oldestAt: number; readonly now: number },
  { everyMs, longestMs }: LanePace,
): LaneWake | null {
  if (before === null) return { wokenAt: now, oldestAt, pauseMs: everyMs };
  // Another clock, as after the database was restored: nothing is known of it.
  if (now < before.wokenAt) return { wokenAt: now, oldestAt, pauseMs: everyMs };
  const moved = before.oldestAt !== oldestAt;
  const pauseMs = moved ? everyMs : before.pauseMs;
  if (now - before.wokenAt < pauseMs) return null;
  return { wokenAt: now, oldestAt, pauseMs: moved ? everyMs : Math.min(pauseMs * 2, longestMs) };
}
