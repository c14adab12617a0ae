import { cpuOf, latencyOf, perBatch, rate, wholeCpuOf } from "./figures.ts";
import type { Round } from "./rounds.ts";

/** Formats the resource use of a batch, by process, including all follow-up work. */
export function showUse(rounds: readonly Round[]): string {
  const parts = Object.entries(cpuOf(rounds)).map(([part, ms]) => `${part} ${ms.toFixed(2)}`);
  const wal = perBatch(rounds, "walBytes") / 1024;
  return (
    `CPU ${wholeCpuOf(rounds).toFixed(2)} ms a batch (${parts.join(", ")}); ` +
    `WAL ${wal.toFixed(0)} kB, ${perBatch(rounds, "writes").toFixed(2)} write transactions a batch`
  );
}

/** Formats the speed of a load. */
export function showLoad(rounds: readonly Round[]): string {
  const [p50, p99] = [latencyOf(rounds, 0.5), latencyOf(rounds, 0.99)];
  return `${rate(rounds).toFixed(1)} a second, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`;
}
