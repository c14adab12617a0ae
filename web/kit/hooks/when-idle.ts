/** Calls back when the browser has nothing to do, or after a second where it cannot tell; returns what calls it off. */
export function whenIdle(run: () => void): () => void {
  if (typeof requestIdleCallback !== "function") {
    const timer = setTimeout(run, WITHOUT_IDLE_MS);
    return () => clearTimeout(timer);
  }
  const idle = requestIdleCallback(run);
  return () => cancelIdleCallback(idle);
}

const WITHOUT_IDLE_MS = 1000;
