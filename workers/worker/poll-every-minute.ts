import { setTimeout as sleep } from "node:timers/promises";

/**
 * Polls at once and then every minute, a second after a failed poll, and as soon as the link is back. Ends when the
 * process gets a stop signal.
 *
 * @param poll returns whether it succeeded.
 */
export async function pollEveryMinute(
  poll: () => Promise<boolean>,
  { returns = () => 0, everyMs = EVERY_MS, passing = REAL }: PollTimes,
  stop: AbortSignal,
): Promise<void> {
  while (!stop.aborted) {
    const seen = returns();
    const wentWell = await poll();
    const until = passing.now() + (wentWell ? everyMs : AFTER_FAULT_MS);
    while (!stop.aborted && passing.now() < until && returns() === seen)
      await passing.pause(Math.min(STEP_MS, everyMs), stop);
  }
}

/** Time in milliseconds of a monotonic clock, and how to wait. */
export interface Passing {
  readonly now: () => number;
  readonly pause: (ms: number, stop: AbortSignal) => Promise<void>;
}

/** Intervals of a poll. */
export interface PollTimes {
  /** Number of times the link came back: each return triggers a poll at once. */
  readonly returns?: () => number;
  /** Only tests poll at other intervals. */
  readonly everyMs?: number;
  /** Only tests replace the clock. */
  readonly passing?: Passing;
}

const EVERY_MS = 60_000;
const AFTER_FAULT_MS = 1_000;
const STEP_MS = 500;

const REAL: Passing = {
  now: () => performance.now(),
  pause: (ms, signal) => sleep(ms, undefined, { signal, ref: false }).catch(() => undefined),
};
