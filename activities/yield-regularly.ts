import { setImmediate as nextTurn } from "node:timers/promises";

/** Milliseconds after which work of its own lets others have their turn. */
const GO_MS = 10;

/** Called between two pieces of work; waits where the pieces since the last wait took long. */
export type YieldRegularly = () => Promise<void>;

/** For work that may be long and asks nobody: between its pieces the process serves others. */
export function yieldRegularly(): YieldRegularly {
  let begunAt = performance.now();
  return async () => {
    if (performance.now() - begunAt < GO_MS) return;
    await nextTurn();
    begunAt = performance.now();
  };
}
