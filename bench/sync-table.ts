import { countOf, cpuOf, latencyOf, perBatch, rate, wholeCpuOf } from "./figures.ts";
import type { HistorySize } from "./histories.ts";
import { quantile } from "./load.ts";
import { type Round, say } from "./rounds.ts";
import type { FaultTimes } from "./sync-faults.ts";
import type { Drained } from "./sync-outage.ts";

/** Rounds of both sides that took turns. */
export interface Rounds {
  readonly ours: readonly Round[];
  readonly plain: readonly Round[];
}

/** All that was measured. */
export interface Measured {
  readonly at8: Rounds;
  readonly at32: readonly Round[];
  readonly open: Rounds;
  readonly replay: Rounds;
  readonly replayedRows: number;
  /** Seconds, sorted. */
  readonly lags: readonly number[];
  readonly faults: FaultTimes;
  readonly drained: Drained;
  /** What was added while batches came at 8 and at 32 connections. */
  readonly history: HistorySize;
}

/** Prints what is wanted beside what was measured, and below it what has no limit. */
export function printTable(measured: Measured): void {
  say("");
  row(["what", "reach", "hope"], "measured");
  row(["---", "---", "---"], "---");
  printRows(measured);
  say("");
  printDetails(measured);
}

function printRows({ at8, at32, open, replay, ...measured }: Measured): void {
  const { lags, faults, drained, replayedRows } = measured;
  const ours8 = rate(at8.ours);
  const latency = (part: number) => over(open, (rounds) => latencyOf(rounds, part));
  row(["batches/s at 8 connections, over the baseline", "0.45", "0.60"], over(at8, rate));
  row(["at 32 connections, over its own at 8", "0.95", "1.05"], ratio(rate(at32), ours8));
  row(["p50 in an open loop of 50/s, over the baseline", "2.0", "1.3"], latency(0.5));
  row(["p99 in an open loop of 50/s, over the baseline", "2.0", "1.5"], latency(0.99));
  row(["CPU a batch, all of it, over the baseline", "3.0", "2.0"], over(at8, wholeCpuOf));
  row(["settlement lag p99 at 25/s", "5 s", "2 s"], `${quantile(lags, 0.99).toFixed(2)} s`);
  row(
    ["backlog drained, over the arrivals going on", "3", "5"],
    ratio(drained.settledRate, drained.arrivalRate),
  );
  row(["replays, over the baseline's", "0.7", "1.0"], over(replay, rate));
  row(["new rows of replays", "0", "0"], String(replayedRows));
  row(["write transactions a batch", "5", "3"], perBatch(at8.ours, "writes").toFixed(2));
  row(["5 rules throw, over clean", "1.5", "1.2"], ratio(faults.throwing, faults.clean));
  row(["5 writes fail, over clean", "6", "5"], ratio(faults.failing, faults.clean));
}

function printDetails({ at8, at32, open, replay, drained, history }: Measured): void {
  say(`at 8: ours ${show(at8.ours)}; plain ${show(at8.plain)}`);
  say(`at 32: ours ${show(at32)}`);
  say(`open: ours ${show(open.ours)}; plain ${show(open.plain)}`);
  say(`replay: ours ${show(replay.ours)}; plain ${show(replay.plain)}`);
  for (const side of ["ours", "plain"] as const) say(`${side}: ${showUse(at8[side])}`);
  const batches = countOf(at8.ours) + countOf(at32);
  say(
    `history: ${(history.events / batches).toFixed(2)} events, ` +
      `${(history.bytes / batches).toFixed(0)} bytes a batch`,
  );
  say(
    `outage: ${drained.waiting} batches waited, settled ${drained.seconds.toFixed(1)} s after the worker ` +
      `was killed; arriving ${drained.arrivalRate.toFixed(1)} a second, settled ` +
      `${drained.settledRate.toFixed(1)}, without the worker's start ${drained.runningRate.toFixed(1)}`,
  );
}

/** What a batch takes, by process; all that follows it included. */
export function showUse(rounds: readonly Round[]): string {
  const parts = Object.entries(cpuOf(rounds)).map(([part, ms]) => `${part} ${ms.toFixed(2)}`);
  const wal = perBatch(rounds, "walBytes") / 1024;
  return (
    `CPU ${wholeCpuOf(rounds).toFixed(2)} ms a batch (${parts.join(", ")}); ` +
    `WAL ${wal.toFixed(0)} kB, ${perBatch(rounds, "writes").toFixed(2)} write transactions a batch`
  );
}

function row([what, reach, hope]: readonly [string, string, string], measured: string): void {
  say(`| ${what.padEnd(46)} | ${reach.padEnd(5)} | ${hope.padEnd(4)} | ${measured.padEnd(8)} |`);
}

function over(rounds: Rounds, figure: (side: readonly Round[]) => number): string {
  return ratio(figure(rounds.ours), figure(rounds.plain));
}

function ratio(one: number, other: number): string {
  return (one / other).toFixed(2);
}

function show(rounds: readonly Round[]): string {
  const [p50, p99] = [latencyOf(rounds, 0.5), latencyOf(rounds, 0.99)];
  return `${rate(rounds).toFixed(1)} a second, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`;
}
