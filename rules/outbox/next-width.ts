/**
 * The width of the next group (docs/rooms/actors.md#repair). At most that many actors queue at a worker, so a fresh
 * batch waits behind a few and not behind thousands. The width grows while they act promptly, and halves if they do
 * not or if the server refuses.
 */
export function nextWidth({ width, failedCount, sweptMs }: GroupWoken): number {
  if (failedCount > 0 || sweptMs === null) return Math.max(FIRST_WIDTH, Math.floor(width / 2));
  return sweptMs <= PROMPT_MS ? Math.min(MOST, width + STEP) : width;
}

/** The outcome of waking a group of actors together. */
export interface GroupWoken {
  /** Number of actors woken at once. */
  readonly width: number;
  readonly failedCount: number;
  /** Milliseconds until most of them had acted; null if they had not within {@link LONGEST_MS}. */
  readonly sweptMs: number | null;
}

/** Width of the first group, and the minimum: an unavailable worker then costs little waiting. */
export const FIRST_WIDTH = 4;

/** A group that has not acted by then is left behind, and the next one is narrower. */
export const LONGEST_MS = 1_500;

const MOST = 20;
const STEP = 2;

/** A wake-up and an act take about 100 ms on a worker with spare capacity. */
const PROMPT_MS = 500;

/** How many of a group may be left behind: a stuck actor does not delay the others. */
export function leftBehind(count: number): number {
  return Math.floor(count / 4);
}
