import { median, quantile } from "../load.ts";
import type { Round } from "./rounds.ts";

/** Batches a second. */
export function rate(rounds: readonly Round[]): number {
  return median(rounds.map(({ loaded }) => loaded.count / loaded.seconds));
}

/** Milliseconds below which a part of the answers came. */
export function latencyOf(rounds: readonly Round[], part: number): number {
  return median(rounds.map(({ loaded }) => quantile(loaded.latencies, part)));
}

/** Milliseconds of CPU a batch, by part. */
export function cpuOf(rounds: readonly Round[]): Readonly<Record<string, number>> {
  const parts = Object.keys(rounds[0]?.used.cpu ?? {});
  return Object.fromEntries(
    parts.map((part) => [
      part,
      median(rounds.map(({ loaded, used }) => ((used.cpu[part] ?? 0) * 1000) / loaded.count)),
    ]),
  );
}

/** Milliseconds of CPU a batch, of all parts together. */
export function wholeCpuOf(rounds: readonly Round[]): number {
  return median(
    rounds.map(({ loaded, used }) => {
      const seconds = Object.values(used.cpu).reduce((sum, part) => sum + part, 0);
      return (seconds * 1000) / loaded.count;
    }),
  );
}

/** Transactions that wrote, or bytes of WAL, a batch. */
export function perBatch(rounds: readonly Round[], meter: "writes" | "walBytes"): number {
  return median(rounds.map(({ loaded, used }) => used[meter] / loaded.count));
}

/** Batches of all rounds. */
export function countOf(rounds: readonly Round[]): number {
  return rounds.reduce((sum, { loaded }) => sum + loaded.count, 0);
}
