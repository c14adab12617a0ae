/**
 * When a lane must poll for batches on its own; null if the relay will wake it. The relay reports batches that arrived
 * during settlement, so that they are settled together with later ones. But it slows down while the oldest batch stays
 * unsettled. That happens if its relationship is locked, or if it failed and its retry became due during the settlement
 * (docs/rooms/actors.md#kinds).
 *
 * @param nextAt when the next waiting batch is due; in the past if it is late, null without one.
 * @param leftBehind whether a due batch was skipped or failed.
 */
export function nextLanePoll({ now, nextAt }: NextInLane, leftBehind: boolean): Date | null {
  if (nextAt === null || nextAt > now) return nextAt;
  return leftBehind ? new Date(now.getTime() + LEFT_BEHIND_MS) : null;
}

/** The clock, and when the next batch or day of a lane is due; null without one. */
export interface NextInLane {
  readonly now: Date;
  readonly nextAt: Date | null;
}

/** Milliseconds after which a lane that left a due batch behind polls again. */
const LEFT_BEHIND_MS = 1_000;

/**
 * When a lane must poll its days again; null if none waits. A day that is still due was locked or failed, and a
 * minute later is soon enough for it.
 */
export function nextDaysPoll({ now, nextAt }: NextInLane): Date | null {
  return nextAt === null || nextAt > now ? nextAt : new Date(now.getTime() + DAYS_LEFT_BEHIND_MS);
}

const DAYS_LEFT_BEHIND_MS = 60_000;

/** The earlier poll of a lane, with the reason for which it then waits; null if it waits for nothing. */
export function earlierPoll(batchesAt: Date | null, daysAt: Date | null): LanePoll | null {
  if (daysAt !== null && (batchesAt === null || daysAt < batchesAt))
    return { at: daysAt, reason: "UNDO_WINDOW" };
  return batchesAt === null ? null : { at: batchesAt, reason: "SETTLEMENT" };
}

/** When a lane polls, and what for. */
export interface LanePoll {
  readonly at: Date;
  readonly reason: "SETTLEMENT" | "UNDO_WINDOW";
}
