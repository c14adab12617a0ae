import { monitorEventLoopDelay } from "node:perf_hooks";
import type { PoolState } from "../../../db/orm.ts";

/** Whether the process keeps up. */
export interface LoadSensor {
  /** The part of each share that is open: 1 while it keeps up, a quarter at least. */
  opening(): number;
  close(): void;
}

/** What the sensor looks at. */
export interface LoadSigns {
  /** Milliseconds by which the event loop was late, on average, since the last look. */
  readonly loopLateMs: number;
  /** How many requests wait for each connection to the database. */
  readonly waiting: number;
}

const LOOK_EVERY_MS = 100;
/** Later than this, on average, what is under way is answered too late. */
const LATE_MS = 200;
/** So many waited for each connection, at so many looks in a row. */
const CROWD = 3;
const CROWDED_LOOKS = 3;
const NARROWEST = 0.25;

/** Looks at the event loop and the pool ten times a second. */
export function openLoadSensor(poolState: () => PoolState): LoadSensor {
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  const opening = createOpening();
  const looks = setInterval(() => {
    // The histogram holds the whole time between two of its ticks.
    const loopLateMs = delay.count === 0 ? LATE_MS : delay.mean / 1e6 - 10;
    const { waiting, open } = poolState();
    opening.look({ loopLateMs, waiting: waiting / Math.max(1, open) });
    delay.reset();
  }, LOOK_EVERY_MS).unref();
  return {
    opening: opening.value,
    close: () => {
      clearInterval(looks);
      delay.disable();
    },
  };
}

/** How far the gate is open, by what was seen: it closes step by step, and opens twice as fast. */
export function createOpening() {
  let value = 1;
  let crowdedLooks = 0;
  return {
    value: () => value,
    look({ loopLateMs, waiting }: LoadSigns) {
      crowdedLooks = waiting > CROWD ? crowdedLooks + 1 : 0;
      const isLate = loopLateMs > LATE_MS || crowdedLooks >= CROWDED_LOOKS;
      value = isLate ? Math.max(NARROWEST, value * 0.7) : Math.min(1, value * 1.5);
    },
  };
}
