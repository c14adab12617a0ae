/**
 * The pace at which the relay starts new actors (docs/rooms/actors.md#deferred-start). While nothing more urgent waits
 * it starts one after the other. While something does, it starts only so many that none waits longer than its minute.
 * If the oldest has waited so long, or more wait than can start in a minute, they go ahead.
 */
export function paceStarts({ waitingCount, leftMs, isBusy }: StartLoad): StartPace {
  if (leftMs <= 0 || waitingCount >= MINUTES_WORTH) return AHEAD;
  if (!isBusy) return CALM;
  const share = Math.ceil((waitingCount * EVERY_MS) / leftMs);
  return { limit: Math.min(share, AHEAD.limit), width: 1, everyMs: EVERY_MS };
}

/** The starts that wait, at least one. */
export interface StartLoad {
  readonly waitingCount: number;
  /** Milliseconds until the oldest must go ahead. */
  readonly leftMs: number;
  /** Whether more urgent work waits. */
  readonly isBusy: boolean;
}

/** How many actors start in the next pass. */
export interface StartPace {
  readonly limit: number;
  /** Most actors that start at the same time. */
  readonly width: number;
  /** Interval from the beginning of this pass to the next, in milliseconds. */
  readonly everyMs: number;
}

/** Starts that a relay and Temporal manage in a minute beside other work. */
export const MINUTES_WORTH = 12_000;

const EVERY_MS = 200;
/** One after the other, starts keep less than one core busy, whatever else runs. */
const CALM: StartPace = { limit: 25, width: 1, everyMs: 0 };
const AHEAD: StartPace = { limit: 100, width: 4, everyMs: 0 };
