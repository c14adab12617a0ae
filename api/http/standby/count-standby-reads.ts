import { Counter, Gauge, type Registry } from "prom-client";

/** Registers the counter of reads that a standby may answer, by who answered and why, and the gauge of its lag. */
export function countStandbyReads(
  metrics: Registry,
  lagMs: () => number | null,
): (outcome: StandbyOutcome) => void {
  const reads = new Counter({
    name: "sideline_standby_reads_total",
    help: "Reads that a standby may answer, by outcome: STANDBY, or why the primary answered.",
    labelNames: ["outcome"],
    registers: [metrics],
  });
  for (const outcome of STANDBY_OUTCOMES) reads.inc({ outcome }, 0);
  const lag = new Gauge({
    name: "sideline_standby_lag_seconds",
    help: "How long the standby has lacked something of the primary, at the last probe; absent if unknown.",
    registers: [],
    collect() {
      this.reset();
      const ms = lagMs();
      if (ms === null) this.remove();
      else this.set(ms / 1_000);
    },
  });
  metrics.registerMetric(lag);
  return (outcome) => reads.inc({ outcome });
}

/** Outcomes of a read that a standby may answer. All but the first name why the primary answered. */
export const STANDBY_OUTCOMES = [
  "STANDBY",
  /** The caller sent no position. */
  "NO_POSITION",
  /** A position of another line or key, or a cursor of the primary. */
  "OTHER_LINE",
  "BEHIND",
  /** The standby lags, or failed a moment ago. */
  "LEFT_OUT",
  /** Replay cancelled the read. */
  "CANCELLED",
  /** The standby found no row, or no such cursor. */
  "REFUSED",
  "FAILED",
] as const;

/** An outcome of such a read. */
export type StandbyOutcome = (typeof STANDBY_OUTCOMES)[number];
