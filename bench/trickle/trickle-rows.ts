import { type MeasuredRow, ms, row } from "../measures/measure.ts";
import { say } from "../report/rounds.ts";
import type { RateUse } from "./tap-at-rate.ts";
import type { Watch } from "./trickle-options.ts";
import { lessIdle, type Use, wholeCpu } from "./use-during.ts";

/**
 * Rows of all rates, without what the idle stack used in the same time.
 *
 * @param unitMs milliseconds of one calibration.
 */
export function trickleRows(watched: Watched, unitMs: number): readonly MeasuredRow[] {
  const { watch, idle, rates } = watched;
  const cores = wholeCpu(idle) / idle.seconds;
  say(`idle, ${WATCHED[watch]}: ${byPart(idle.cpu, idle.seconds)} ms a second`);
  const goal: Goal = watch === "none" ? ["0.05", "0.03"] : ["", ""];
  return [
    row(`idle of the whole stack, ${WATCHED[watch]}, cores`, goal, cores.toFixed(3)),
    ...rates.flatMap((rate) => rowsOfRate(watched, rate, unitMs)),
  ];
}

/** All rates with or without a console. */
export interface Watched {
  readonly watch: Watch;
  /** The stack without taps, before the rates and after them. */
  readonly idle: Use;
  readonly rates: readonly RateUse[];
  /** Calibrations taken between the rates, in milliseconds. */
  readonly units: readonly number[];
}

/** The row of the unit itself. */
export function calibrationRow(unitMs: number): MeasuredRow {
  return row(
    "one unit: parse, canonicalise, hash a batch of fifty",
    ["", ""],
    `${unitMs.toFixed(3)} ms`,
  );
}

type Goal = readonly [string, string];

const WATCHED = { none: "nobody watching", console: "a console watching" };
/** The rate of ten thousand clients with twelve taps a day. */
const REAL_RATE = 1.4;

function rowsOfRate(
  { watch, idle }: Watched,
  { perSecond, count, use, lagSeconds: { p50, p99 } }: RateUse,
  unitMs: number,
): readonly MeasuredRow[] {
  const taps = lessIdle(use, idle);
  const cpuMs = (wholeCpu(taps) * 1_000) / count;
  const { reads, writes } = taps.calls;
  const at = `${perSecond}/s, ${WATCHED[watch]}`;
  say(`${count} taps at ${at}: ${byPart(taps.cpu, count)} ms a tap`);
  const isReal = perSecond === REAL_RATE && watch === "none";
  const goalOf = (...goal: Goal): Goal => (isReal ? goal : ["", ""]);
  return [
    row(
      `CPU a tap at ${at}; units`,
      goalOf("15 ms", "8 ms"),
      `${ms(cpuMs)}; ${(cpuMs / unitMs).toFixed(0)}`,
    ),
    row(
      `settlement lag p99 at ${at}; p50`,
      goalOf("6 s", "6 s"),
      `${p99.toFixed(2)}; ${p50.toFixed(2)} s`,
    ),
    row(
      `writes, reads of the API a tap at ${at}`,
      goalOf("6, 5", "5, 4"),
      `${(writes / count).toFixed(1)}, ${(reads / count).toFixed(1)}`,
    ),
  ];
}

/** Milliseconds by process, shared among taps or seconds. */
function byPart(cpu: Readonly<Record<string, number>>, share: number): string {
  return Object.entries(cpu)
    .map(([part, seconds]) => `${part} ${((seconds * 1_000) / share).toFixed(1)}`)
    .join(", ");
}
