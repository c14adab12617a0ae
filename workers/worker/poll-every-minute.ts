import { setTimeout as sleep } from "node:timers/promises";

/** How time passes, in milliseconds of a clock that never goes back. */
export interface Passing {
  readonly now: () => number;
  readonly pause: (ms: number, stop: AbortSignal) => Promise<void>;
}

/** How often something is looked at. */
export interface PollTimes {
  /** How often the link came back: whenever it has, there is something to see at once. */
  readonly returns?: () => number;
  /** Only tests look more often than each minute. */
  readonly everyMs?: number;
  /** Only tests let time pass otherwise. */
  readonly passing?: Passing;
}

const EVERY_MS = 60_000;
const AFTER_FAULT_MS = 1_000;
const STEP_MS = 500;

const REAL: Passing = {
  now: () => performance.now(),
  pause: (ms, signal) => sleep(ms, undefined, { signal, ref: false }).catch(() => undefined),
};

/**
 * Looks at once and then each minute, a second after a look that failed, and as soon as the link is back. Ends when
 * the process is told to stop.
 *
 * @param look answers whether it went well.
 */
export async function pollEveryMinute(
  look: () => Promise<boolean>,
  { returns = () => 0, everyMs = EVERY_MS, passing = REAL }: PollTimes,
  stop: AbortSignal,
): Promise<void> {
  while (!stop.aborted) {
    const seen = returns();
    const wentWell = await look();
    const until = passing.now() + (wentWell ? everyMs : AFTER_FAULT_MS);
    while (!stop.aborted && passing.now() < until && returns() === seen)
      await passing.pause(Math.min(STEP_MS, everyMs), stop);
  }
}
