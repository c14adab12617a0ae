import type { Clock } from "../../ports/clock.ts";

/** The clocks that Node, browsers and React Native share. */
export const standardClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(ms, callback) {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};
