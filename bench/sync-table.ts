import { type Loaded, median, quantile } from "./load.ts";
import type { Reading } from "./meters.ts";
import type { FaultTimes } from "./sync-faults.ts";

/** One load and what it used, all that followed included. */
export interface Round {
  readonly loaded: Loaded;
  readonly used: Reading;
}

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
  readonly history: { readonly events: number; readonly bytes: number };
}

/** Prints the table of issue D, "Speed", and beside it what has no limit there. */
export function printTable(measured: Measured): void {
  const { at8, at32, open, replay, lags, faults, history } = measured;
  const ours8 = rate(at8.ours);
  const latency = (part: number) => over(open, (rounds) => latencyOf(rounds, part));
  const batches = at8.ours.reduce((sum, { loaded }) => sum + loaded.count, 0);
  say("");
  row(["what", "reach", "hope"], "ours");
  row(["batches/s at 8 connections / baseline", "0.45", "0.60"], ratio(ours8, rate(at8.plain)));
  row(["at 32 connections / own at 8", "0.95", "1.05"], ratio(rate(at32), ours8));
  row(["open loop of 50/s, p50 / baseline", "2.0", "1.3"], latency(0.5));
  row(["open loop of 50/s, p99 / baseline", "2.0", "1.5"], latency(0.99));
  row(
    ["CPU a batch, all / baseline", "3.0", "2.0"],
    over(at8, (rounds) => total(cpuOf(rounds))),
  );
  row(["settlement lag p99 at 25/s", "5 s", "2 s"], `${quantile(lags, 0.99).toFixed(2)} s`);
  row(["replay / baseline's replay", "0.7", "1.0"], ratio(rate(replay.ours), rate(replay.plain)));
  row(["new rows of replays", "0", "0"], String(measured.replayedRows));
  row(["write transactions a batch", "5", "3"], perBatch(at8.ours, "writes").toFixed(2));
  row(["5 rules throw / clean", "1.5", "1.2"], ratio(faults.throwing, faults.clean));
  row(["5 writes fail / clean", "6", "5"], ratio(faults.failing, faults.clean));
  say("");
  say(`at 8: ours ${show(at8.ours)}`);
  say(`at 8: plain ${show(at8.plain)}`);
  say(`at 32: ours ${show(at32)}`);
  say(`open: ours ${show(open.ours)}; plain ${show(open.plain)}`);
  say(`replay: ours ${show(replay.ours)}; plain ${show(replay.plain)}`);
  for (const side of ["ours", "plain"] as const) {
    const parts = Object.entries(cpuOf(at8[side])).map(([part, ms]) => `${part} ${ms.toFixed(2)}`);
    const wal = perBatch(at8[side], "walBytes") / 1024;
    say(`${side}: CPU ms a batch: ${parts.join(", ")}; WAL ${wal.toFixed(0)} kB a batch`);
  }
  say(
    `history: ${(history.events / batches).toFixed(2)} events, ` +
      `${(history.bytes / batches).toFixed(0)} bytes a batch`,
  );
}

/** Prints a line. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function row([what, reach, hope]: readonly [string, string, string], ours: string): void {
  say(`| ${what.padEnd(38)} | ${reach.padEnd(5)} | ${hope.padEnd(4)} | ${ours.padEnd(6)} |`);
}

function over(rounds: Rounds, figure: (side: readonly Round[]) => number): string {
  return ratio(figure(rounds.ours), figure(rounds.plain));
}

function ratio(one: number, other: number): string {
  return (one / other).toFixed(2);
}

function rate(rounds: readonly Round[]): number {
  return median(rounds.map(({ loaded }) => loaded.count / loaded.seconds));
}

function latencyOf(rounds: readonly Round[], part: number): number {
  return median(rounds.map(({ loaded }) => quantile(loaded.latencies, part)));
}

/** Milliseconds of CPU a batch, by part. */
function cpuOf(rounds: readonly Round[]): Readonly<Record<string, number>> {
  const parts = Object.keys(rounds[0]?.used.cpu ?? {});
  return Object.fromEntries(
    parts.map((part) => [
      part,
      median(rounds.map(({ loaded, used }) => ((used.cpu[part] ?? 0) * 1000) / loaded.count)),
    ]),
  );
}

function total(cpu: Readonly<Record<string, number>>): number {
  return Object.values(cpu).reduce((sum, ms) => sum + ms, 0);
}

function perBatch(rounds: readonly Round[], meter: "writes" | "walBytes"): number {
  return median(rounds.map(({ loaded, used }) => used[meter] / loaded.count));
}

function show(rounds: readonly Round[]): string {
  const [p50, p99] = [latencyOf(rounds, 0.5), latencyOf(rounds, 0.99)];
  return `${rate(rounds).toFixed(1)} a second, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`;
}
