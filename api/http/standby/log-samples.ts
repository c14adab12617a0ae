import type { WalPosition } from "../../../db/platform/standby/queries.ts";

/** Samples of the end of the primary's log. A standby's lag follows from them without any clock of a server. */
export interface LogSamples {
  /** Adds the end of the log at an instant. A new line forgets the samples of the old one. */
  add(end: WalPosition, atMs: number): void;
  /**
   * Age of the oldest sample that a standby has not replayed, in milliseconds. Its lag is greater by less than the
   * interval of the samples. Null if it is on another line, or there is no sample.
   */
  lagOf(replayed: WalPosition, nowMs: number): number | null;
}

/** Creates samples without any. */
export function createLogSamples(): LogSamples {
  let line: string | null = null;
  let samples: Sample[] = [];
  return {
    add(end, atMs) {
      if (end.line !== line) samples = [];
      line = end.line;
      samples.push({ lsn: end.lsn, atMs });
      if (samples.length > MOST_SAMPLES) samples.shift();
    },
    lagOf(replayed, nowMs) {
      if (replayed.line !== line || samples.length === 0) return null;
      const missing = samples.find(({ lsn }) => lsn > replayed.lsn);
      return missing === undefined ? 0 : nowMs - missing.atMs;
    },
  };
}

/** The end of the log, and when it was read. */
interface Sample {
  readonly lsn: bigint;
  readonly atMs: number;
}

/** Those of two minutes; nobody needs to know by how much more a standby lags. */
const MOST_SAMPLES = 120;
