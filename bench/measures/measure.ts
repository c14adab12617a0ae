import type { Bench, Turn } from "../report/rounds.ts";
import type { LeftTable } from "../same-rows/left-rows.ts";
import { closedLoop, type Send } from "../load.ts";
import type { Side, StartedSide } from "../sides.ts";

/** A measure that can run alone. */
export interface Measure {
  readonly name: string;
  readonly about: string;
  /** It moves the clock, so other measures need another stack. */
  readonly ownStack?: true;
  readonly take: (bench: SyncBench) => Promise<readonly MeasuredRow[]>;
}

/** Context of every measure of `npm run bench`. */
export interface SyncBench extends Bench {
  /** The product. */
  readonly ours: Side;
  /** Plain SQL on separate tables: baseline (a). */
  readonly plain: StartedSide;
  /** Plain SQL that writes the product's own rows: baseline (b). */
  readonly same: StartedSide;
  /** Rows that one batch writes, table by table. */
  readonly left: readonly LeftTable[];
  readonly rounds: number;
  /** Duration of a load. */
  readonly seconds: number;
}

/** A row of the printed table. */
export interface MeasuredRow {
  readonly what: string;
  /** The limit, or empty. */
  readonly required: string;
  /** Better than the limit, or empty. */
  readonly target: string;
  readonly measured: string;
}

/** Connections of the usual load. */
export const CONNECTIONS = 8;
/** Batches per second on a usual day. */
export const USUAL = 25;

/** A load of one side at eight connections, for the usual duration. */
export function atEight({ seconds }: SyncBench, side: Side, send: Send = side.fresh): Turn {
  return { side, load: () => closedLoop(send, { connections: CONNECTIONS, seconds }) };
}

/** Formats how many times larger the first number is. */
export function times(one: number, other: number): string {
  return (one / other).toFixed(2);
}

/** Formats milliseconds. */
export function ms(figure: number): string {
  return `${figure.toFixed(1)} ms`;
}

/** Formats bytes in kilobytes. */
export function kilobytes(bytes: number): string {
  return `${(bytes / 1024).toFixed(0)} kB`;
}

/** A table row with its goals; rows that only explain have none. */
export function row(
  what: string,
  [required, target]: readonly [string, string],
  measured: string,
): MeasuredRow {
  return { what, required, target, measured };
}
