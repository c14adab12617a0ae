import { median, quantile } from "../load.ts";
import type { Round } from "./rounds.ts";

/** Batches per second. */
export function rate(rounds: readonly Round[]): number {
  return median(rounds.map(({ loaded }) => loaded.count / loaded.seconds));
}

/** Milliseconds within which the given part of the answers arrived. */
export function latencyOf(rounds: readonly Round[], part: number): number {
  return median(rounds.map(({ loaded }) => quantile(loaded.latencies, part)));
}

/** CPU milliseconds per batch, by process. */
export function cpuOf(rounds: readonly Round[]): Readonly<Record<string, number>> {
  const parts = Object.keys(rounds[0]?.used.cpu ?? {});
  return Object.fromEntries(
    parts.map((part) => [
      part,
      median(rounds.map(({ loaded, used }) => ((used.cpu[part] ?? 0) * 1000) / loaded.count)),
    ]),
  );
}

/** CPU milliseconds per batch, of all processes together. */
export function wholeCpuOf(rounds: readonly Round[]): number {
  return median(
    rounds.map(({ loaded, used }) => {
      const seconds = Object.values(used.cpu).reduce((sum, part) => sum + part, 0);
      return (seconds * 1000) / loaded.count;
    }),
  );
}

/** Writing transactions, or bytes of WAL, per batch. */
export function perBatch(rounds: readonly Round[], meter: "writes" | "walBytes"): number {
  return median(rounds.map(({ loaded, used }) => used[meter] / loaded.count));
}

/** Number of batches in all rounds. */
export function countOf(rounds: readonly Round[]): number {
  return rounds.reduce((sum, { loaded }) => sum + loaded.count, 0);
}
