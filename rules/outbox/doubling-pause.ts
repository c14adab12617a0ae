/** Pause in milliseconds after a number of consecutive failures, counted from 1. */
export function doublingPause(failures: number, bounds: PauseBounds): number {
  const doublings = Math.min(Math.max(failures, 1) - 1, 30);
  return Math.min(bounds.firstMs * 2 ** doublings, bounds.longestMs);
}

/** Bounds of a pause that doubles with each failure, in milliseconds. */
export interface PauseBounds {
  readonly firstMs: number;
  readonly longestMs: number;
}

/** Pauses of an actor's loop, and of a batch whose settlement fails (docs/rooms/actors.md#pauses). */
export const SETTLE_PAUSES: PauseBounds = { firstMs: 1_000, longestMs: 300_000 };

/** Pauses of a lane; short, because it settles batches of many relationships. */
export const LANE_PAUSES: PauseBounds = { firstMs: 1_000, longestMs: 5_000 };
