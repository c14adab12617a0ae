/** The retry times of refused requests. */
export interface Pauses {
  /** Whole seconds with jitter, so that clients do not return together. */
  next(): number;
}

/** The options of pauses. */
export interface PauseOptions {
  /** Milliseconds of a monotonic clock. */
  readonly now?: () => number;
  /** From 0 to 1. */
  readonly random?: () => number;
}

const SHORTEST_SECONDS = 2;
const LONGEST_SECONDS = 32;
/** An overload that lasts this much longer doubles the pause. */
const DOUBLED_EVERY_MS = 5_000;
/** After this time without a refusal, the next one starts a new overload. */
const OVER_AFTER_MS = 5_000;

/** Opens pauses that grow while an overload lasts, and restart with the next. */
export function openPauses(options: PauseOptions = {}): Pauses {
  const { now = () => performance.now(), random = Math.random } = options;
  let since = 0;
  let last = Number.NEGATIVE_INFINITY;
  return {
    next() {
      const at = now();
      if (at - last > OVER_AFTER_MS) since = at;
      last = at;
      const doublings = Math.floor((at - since) / DOUBLED_EVERY_MS);
      const most = Math.min(LONGEST_SECONDS, SHORTEST_SECONDS * 2 ** doublings);
      return Math.max(1, Math.round(most * (0.5 + random() / 2)));
    },
  };
}
