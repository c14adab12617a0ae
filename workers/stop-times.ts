/** How long the steps of a process's stop take, in milliseconds. */
export interface StopTimes {
  /** How long it keeps serving after the signal, while not ready. */
  readonly serveMs: number;
  /** How long running work then has to finish. */
  readonly drainMs: number;
}

/** Maximum configurable serving time of an API after the signal, in seconds. */
export const LONGEST_SERVE_SECONDS = 10;

/** How long each process waits for running work (docs/rooms/storage.md#stopping). */
export const DRAIN_MS = {
  /** The longest transaction takes 12 s. */
  api: 15_000,
  /** A scheduled act takes up to 15 s; canceled after 25 s, it ends with its slice. */
  worker: 25_000,
  /** A pass over the outbox takes up to 20 s. */
  relay: 20_000,
} as const;

/** Closing connections and the runtime of Temporal's library takes less. */
export const CLOSE_MS = 4_000;

/** Longest time until a process has ended: its supervisor must wait longer before killing it. */
export function longestStopMs(part: keyof typeof DRAIN_MS): number {
  const serveMs = part === "api" ? LONGEST_SERVE_SECONDS * 1_000 : 0;
  return serveMs + DRAIN_MS[part] + CLOSE_MS;
}
