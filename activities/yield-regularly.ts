import { setImmediate as nextTurn } from "node:timers/promises";

/** Called between two pieces of work; it yields if the work since the last yield took long. */
export type YieldRegularly = () => Promise<void>;

/** CPU-bound work yields to the event loop after this many milliseconds. */
const GO_MS = 10;

/** For long CPU-bound work without I/O: the process serves others between its pieces. */
export function yieldRegularly(): YieldRegularly {
  let begunAt = performance.now();
  return async () => {
    if (performance.now() - begunAt < GO_MS) return;
    await nextTurn();
    begunAt = performance.now();
  };
}
