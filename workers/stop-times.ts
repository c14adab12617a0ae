/** How long the steps of a process's stop take, in milliseconds. */
export interface StopTimes {
  /** It goes on serving for so long after the signal, while its readiness is red. */
  readonly serveMs: number;
  /** What is under way then gets so long to end. */
  readonly drainMs: number;
}

/** Longest time for which an API may be told to go on serving, in seconds. */
export const LONGEST_SERVE_SECONDS = 10;

/** What each process gives to what is under way (docs/rooms/storage.md#stopping). */
export const DRAIN_MS = {
  /** The longest transaction takes 12 s. */
  api: 15_000,
  /** An act that the worker runs for a schedule takes up to 15 s; cancelled after 25 s, it ends with its slice. */
  worker: 25_000,
  /** A pass over the outbox takes up to 20 s. */
  relay: 20_000,
} as const;

/** Closing up takes less: connections and the runtime of Temporal's library. */
export const CLOSE_MS = 4_000;

/** When a process has ended at the latest: whoever stops it waits longer than that before killing it. */
export function longestStopMs(part: keyof typeof DRAIN_MS): number {
  const serveMs = part === "api" ? LONGEST_SERVE_SECONDS * 1_000 : 0;
  return serveMs + DRAIN_MS[part] + CLOSE_MS;
}
