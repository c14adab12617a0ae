import type { PoolState } from "../../../db/open-database.ts";

/** Whether the process keeps up with its load. */
export interface LoadSensor {
  /** The open part of each concurrency limit: 1 without overload, at least a quarter. */
  opening(): number;
  /** Milliseconds for which requests of a burst may exceed a concurrency limit. */
  readonly burstMs: number;
  close(): void;
}

/** The inputs of the sensor. */
export interface LoadSigns {
  /** Milliseconds by which the event loop delayed the sample. */
  readonly loopLateMs: number;
  /** Requests waiting per database connection. */
  readonly waiting: number;
}

const SAMPLE_EVERY_MS = 100;
/** Beyond this delay, running requests are answered too late. */
const LATE_MS = 200;
/** Waiting requests per connection. */
const CROWD = 3;
/**
 * An overload lasts at least this long, at this many consecutive samples. A stall is shorter, or is one late sample:
 * code runs for the first time, or another process starts. The queue behind it drains by itself.
 */
const OVERLOAD_MS = 1_000;
const OVERLOAD_SAMPLES = 3;
const NARROWEST = 0.25;
/** Requests that arrived during a short stall are served in this time; under an overload they are not. */
const BURST_MS = 1_000;

/** Samples the event loop and the pool ten times a second. */
export function openLoadSensor(poolState: () => PoolState): LoadSensor {
  const opening = createOpening();
  let sampledAt = performance.now();
  const timer = setInterval(() => {
    // The delay of this sample is the delay of everything that arrived meanwhile.
    const now = performance.now();
    const loopLateMs = Math.max(0, now - sampledAt - SAMPLE_EVERY_MS);
    sampledAt = now;
    const { waiting, open } = poolState();
    opening.sample({ loopLateMs, waiting: waiting / Math.max(1, open) });
  }, SAMPLE_EVERY_MS).unref();
  return { opening: opening.value, burstMs: BURST_MS, close: () => clearInterval(timer) };
}

/** The opening of the gate after each sample: it closes step by step, and opens twice as fast. */
export function createOpening() {
  let value = 1;
  let samples = 0;
  let lastedMs = 0;
  return {
    value: () => value,
    sample({ loopLateMs, waiting }: LoadSigns) {
      const isBehind = loopLateMs > LATE_MS || waiting > CROWD;
      samples = isBehind ? samples + 1 : 0;
      lastedMs = isBehind ? lastedMs + SAMPLE_EVERY_MS + loopLateMs : 0;
      const isOverloaded = samples >= OVERLOAD_SAMPLES && lastedMs >= OVERLOAD_MS;
      value = isOverloaded ? Math.max(NARROWEST, value * 0.7) : Math.min(1, value * 1.5);
    },
  };
}
