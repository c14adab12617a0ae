/** Time a process is given to end what it began; the launcher waits 8 s. */
const DRAIN_MS = 7_000;

/**
 * A signal that is raised when the process is told to stop. What is still under way after the time to
 * drain is cut off: everything this product does may be cut off anywhere.
 */
export function stopOnSignals(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => {
      controller.abort();
      setTimeout(() => process.exit(1), DRAIN_MS).unref();
    });
  }
  return controller.signal;
}
