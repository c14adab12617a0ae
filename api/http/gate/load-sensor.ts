import type { PoolState } from "../../../db/orm.ts";

/** Whether the process keeps up. */
export interface LoadSensor {
  /** The part of each share that is open: 1 while it keeps up, a quarter at least. */
  opening(): number;
  close(): void;
}

/** What the sensor looks at. */
export interface LoadSigns {
  /** Milliseconds by which the event loop came late to the look. */
  readonly loopLateMs: number;
  /** How many requests wait for each connection to the database. */
  readonly waiting: number;
}

const SAMPLE_EVERY_MS = 100;
/** Later than this, what is under way is answered too late. */
const LATE_MS = 200;
/** So many waited for each connection, at so many looks in a row. */
const CROWD = 3;
const CROWDED_SAMPLES = 3;
const NARROWEST = 0.25;

/** Looks at the event loop and the pool ten times a second. */
export function openLoadSensor(poolState: () => PoolState): LoadSensor {
  const opening = createOpening();
  let sampledAt = performance.now();
  const looks = setInterval(() => {
    // As late as this look is, everything was that came meanwhile.
    const now = performance.now();
    const loopLateMs = Math.max(0, now - sampledAt - SAMPLE_EVERY_MS);
    sampledAt = now;
    const { waiting, open } = poolState();
    opening.look({ loopLateMs, waiting: waiting / Math.max(1, open) });
  }, SAMPLE_EVERY_MS).unref();
  return { opening: opening.value, close: () => clearInterval(looks) };
}

/** How far the gate is open, by what was seen: it closes step by step, and opens twice as fast. */
export function createOpening() {
  let value = 1;
  let crowdedSamples = 0;
  return {
    value: () => value,
    look({ loopLateMs, waiting }: LoadSigns) {
      crowdedSamples = waiting > CROWD ? crowdedSamples + 1 : 0;
      const isLate = loopLateMs > LATE_MS || crowdedSamples >= CROWDED_SAMPLES;
      value = isLate ? Math.max(NARROWEST, value * 0.7) : Math.min(1, value * 1.5);
    },
  };
}
