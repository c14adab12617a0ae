/** How a group of actors that were woken together went. */
export interface GroupWoken {
  /** How many were woken at once. */
  readonly width: number;
  readonly failedCount: number;
  /** After how long most of them had looked; null where they had not within {@link LONGEST_MS}. */
  readonly sweptMs: number | null;
}

/** A group that nothing is known of yet, and the least: a worker that is away is not waited for much longer. */
export const FIRST_WIDTH = 4;

/** A group that has not looked by then is left behind, and the next is narrower. */
export const LONGEST_MS = 1_500;

const MOST = 20;
const STEP = 2;

/** A wake-up and a look take about 100 ms on a worker that has room. */
const PROMPT_MS = 500;

/**
 * How many are woken at once next. As many wait for a worker at any time, so that a fresh batch waits behind a few
 * and not behind thousands: wider while they look at once, half as wide once they do not, or the server refuses
 * (docs/rooms/actors.md#repair).
 */
export function nextWidth({ width, failedCount, sweptMs }: GroupWoken): number {
  if (failedCount > 0 || sweptMs === null) return Math.max(FIRST_WIDTH, Math.floor(width / 2));
  return sweptMs <= PROMPT_MS ? Math.min(MOST, width + STEP) : width;
}

/** So many of a group may be left behind: one that is stuck holds up no other. */
export function leftBehind(count: number): number {
  return Math.floor(count / 4);
}
