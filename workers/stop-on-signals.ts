import { CLOSE_MS, type StopTimes } from "./stop-times.ts";

/**
 * Turns SIGINT and SIGTERM into the steps of an orderly stop. Work that is still running after `drainMs` is cut off
 * with exit code 1: everything in this product may be interrupted anywhere.
 */
export function stopOnSignals({ serveMs, drainMs }: StopTimes): Stopping {
  const announced = new AbortController();
  const stop = new AbortController();
  const takeNothingNew = () => {
    if (stop.signal.aborted) return;
    stop.abort();
    setTimeout(() => process.exit(1), drainMs + CLOSE_MS).unref();
  };
  const onSignal = () => {
    if (announced.signal.aborted || serveMs === 0) takeNothingNew();
    // Not unref'd: it keeps the process alive until the step is taken.
    else setTimeout(takeNothingNew, serveMs);
    announced.abort();
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, onSignal);
  return { announced: announced.signal, stop: stop.signal };
}

/** The two steps of stopping a process. */
export interface Stopping {
  /** Aborted by the first signal: the process is no longer ready, but still serves requests. */
  readonly announced: AbortSignal;
  /** Aborted once the process accepts no new work: `serveMs` after the first signal, or at once by a second one. */
  readonly stop: AbortSignal;
}
