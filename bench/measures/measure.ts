import type { Bench, Turn } from "../report/rounds.ts";
import type { LeftTable } from "../same-rows/left-rows.ts";
import { closedLoop, type Send } from "../load.ts";
import type { Side, StartedSide } from "../sides.ts";

/** What every measure of `npm run bench` works with. */
export interface SyncBench extends Bench {
  /** The product. */
  readonly ours: Side;
  /** Plain SQL over tables of its own: baseline (a). */
  readonly plain: StartedSide;
  /** Plain SQL that leaves the product's own rows: baseline (b). */
  readonly same: StartedSide;
  /** What one batch leaves, table by table. */
  readonly left: readonly LeftTable[];
  readonly rounds: number;
  /** How long a load lasts. */
  readonly seconds: number;
  /** How long nobody settles, in seconds. */
  readonly outage: number;
}

/** A row of the table: what was measured, what is wanted of it, and what is hoped for. */
export interface MeasuredRow {
  readonly what: string;
  readonly reach: string;
  readonly hope: string;
  readonly measured: string;
}

/** Something that can be measured alone. */
export interface Measure {
  readonly name: string;
  readonly about: string;
  /** It moves the clock: whatever else is measured has another stack. */
  readonly ownStack?: true;
  readonly take: (bench: SyncBench) => Promise<readonly MeasuredRow[]>;
}

/** Connections of a usual load. */
export const CONNECTIONS = 8;
/** Arrivals a second of a usual day. */
export const USUAL = 25;

/** A load of one side at eight connections, for as long as loads last. */
export function atEight({ seconds }: SyncBench, side: Side, send: Send = side.fresh): Turn {
  return { side, load: () => closedLoop(send, { connections: CONNECTIONS, seconds }) };
}

/** How many times the other the one is. */
export function times(one: number, other: number): string {
  return (one / other).toFixed(2);
}

/** A figure with its unit. */
export function ms(figure: number): string {
  return `${figure.toFixed(1)} ms`;
}

/** Bytes as they are read. */
export function kilobytes(bytes: number): string {
  return `${(bytes / 1024).toFixed(0)} kB`;
}

/** A row with what is wanted of it; nothing is wanted of what only explains. */
export function row(
  what: string,
  [reach, hope]: readonly [string, string],
  measured: string,
): MeasuredRow {
  return { what, reach, hope, measured };
}
