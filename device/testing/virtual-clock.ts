import type { Clock } from "../ports/clock.ts";

/** A clock that moves only when a test moves it. Its wall clock may jump; its monotonic clock never does. */
export function makeVirtualClock(startsAt = Date.parse("2026-01-05T08:00:00.000Z")): VirtualClock {
  let elapsed = 0;
  let offset = startsAt;
  let timers: Timer[] = [];
  return {
    now: () => elapsed + offset,
    monotonic: () => elapsed,
    after(ms, callback) {
      const timer = { dueAt: elapsed + Math.max(0, ms), callback };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    advance(ms) {
      const until = elapsed + ms;
      for (let timer = first(until); timer !== undefined; timer = first(until)) {
        const { dueAt, callback } = timer;
        timers = timers.filter((other) => other !== timer);
        elapsed = Math.max(elapsed, dueAt);
        callback();
      }
      elapsed = until;
    },
    jump(ms) {
      offset += ms;
    },
    untilNextTimer() {
      const timer = first(Number.POSITIVE_INFINITY);
      return timer === undefined ? null : Math.max(0, timer.dueAt - elapsed);
    },
  };

  function first(until: number): Timer | undefined {
    return timers
      .filter(({ dueAt }) => dueAt <= until)
      .reduce<Timer | undefined>(
        (soonest, timer) =>
          soonest === undefined || timer.dueAt < soonest.dueAt ? timer : soonest,
        undefined,
      );
  }
}

/** A clock that a test controls. */
export interface VirtualClock extends Clock {
  /** Lets time pass and fires the timers that fall due, in order. */
  advance(ms: number): void;
  /** Sets the wall clock forward or back; timers and the monotonic clock are unaffected. */
  jump(ms: number): void;
  /** Milliseconds until the next timer; null if there is none. */
  untilNextTimer(): number | null;
}

interface Timer {
  readonly dueAt: number;
  readonly callback: () => void;
}
