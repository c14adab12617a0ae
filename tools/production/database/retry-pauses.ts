/**
 * Remembers when each of several things may be tried again. The first attempt waits for nothing.
 * Each further one waits twice as long, until there was no attempt for twice the longest pause.
 */
export function openRetryPauses({ firstMs, longestMs }: Pauses): RetryPauses {
  const attempts = new Map<string, { readonly at: number; readonly pauseMs: number }>();
  return {
    isDue: (name, now) => {
      const last = attempts.get(name);
      return last === undefined || now >= last.at + last.pauseMs;
    },
    tried: (name, now) => {
      const last = attempts.get(name);
      const isRecent = last !== undefined && now - last.at <= 2 * longestMs;
      attempts.set(name, {
        at: now,
        pauseMs: isRecent ? Math.min(2 * last.pauseMs, longestMs) : firstMs,
      });
    },
  };
}

/** The pauses of several things by name; instants are in milliseconds. */
export interface RetryPauses {
  isDue(name: string, now: number): boolean;
  /** Counts an attempt that ended now, whether it succeeded or not: a thing may end again at once. */
  tried(name: string, now: number): void;
}

interface Pauses {
  readonly firstMs: number;
  readonly longestMs: number;
}
