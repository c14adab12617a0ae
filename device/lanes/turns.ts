import type { Lane } from "./lane.ts";

/**
 * The ordinal of the queued lane that takes the next turn; negative if none may begin now. More late lanes than may
 * begin hold no turn: they fell silent only after they had begun, and their requests go on.
 */
export function nextTurn(queue: readonly Turn[], running: readonly Turn[]): number {
  const late = running.filter(isLate).length;
  if (running.length - Math.max(0, late - MOST_LATE) >= AT_ONCE) return -1;
  return queue.findIndex((turn) => late < MOST_LATE || !isLate(turn));
}

/** A turn of a lane. */
export interface Turn {
  readonly lane: Lane;
  /** Whether it has taken longer than `PROMPT_MS`. */
  readonly isSlow: boolean;
}

/** Turns at the same time. */
const AT_ONCE = 4;

/**
 * Most of them that late lanes hold: those whose last answer never arrived, or whose present one takes long. A lane
 * that is answered does not wait for their silence.
 */
const MOST_LATE = 3;

/** A turn that takes longer is late. */
export const PROMPT_MS = 2_000;

const isLate = ({ isSlow, lane }: Turn) => isSlow || lane.isLate();
