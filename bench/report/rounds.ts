import type { Client } from "pg";
import { type Loaded, quantile } from "../load.ts";
import {
  countAdmitted,
  type Reading,
  readMeters,
  untilSettled,
  usedBetween,
} from "../stack/meters.ts";
import { type Phone, renewAll } from "../phones/phones.ts";
import type { Side } from "../sides.ts";
import type { BenchStack } from "../stack/stack.ts";

/** A stack with registered phones, and a connection as its owner. */
export interface Bench {
  readonly stack: BenchStack;
  readonly database: Client;
  readonly phones: readonly Phone[];
}

/** One load and its resource use, including all follow-up work. */
export interface Round {
  readonly loaded: Loaded;
  readonly used: Reading;
}

/** Runs one load on a quiet stack; meters are read after the last batch is settled. */
export async function round(
  { stack, database, phones }: Bench,
  { side, load, prepare }: Turn,
): Promise<Round> {
  await renewAll(stack, phones);
  await untilSettled(database);
  await prepare?.();
  const start = await readMeters(database, side);
  const loaded = await load();
  const unsettled = await countAdmitted(database);
  const settledAfter = await untilSettled(database);
  const used = usedBetween(start, await readMeters(database, side));
  say(
    `${side.name.padEnd(5)} ${(loaded.count / loaded.seconds).toFixed(1).padStart(6)} a second, ` +
      `p50 ${quantile(loaded.latencies, 0.5).toFixed(1)} p99 ${quantile(loaded.latencies, 0.99).toFixed(1)} ms; ` +
      `${unsettled} not settled at the end, ${settledAfter.toFixed(1)} s later all`,
  );
  return { loaded, used };
}

/** A load, and the processes whose meters are read. */
export interface Turn {
  readonly side: Side;
  readonly load: () => Promise<Loaded>;
  /** Runs before the meters are read. */
  readonly prepare?: () => Promise<void>;
}

/** Runs loads in rotation, round after round; returns their rounds by the same names. */
export async function inTurns<Name extends string>(
  bench: Bench,
  times: number,
  turns: Readonly<Record<Name, Turn>>,
): Promise<Readonly<Record<Name, readonly Round[]>>>;
export async function inTurns(
  bench: Bench,
  times: number,
  turns: Readonly<Record<string, Turn>>,
): Promise<Readonly<Record<string, readonly Round[]>>> {
  const results: Record<string, Round[]> = {};
  for (let index = 0; index < times; index += 1) {
    for (const [name, turn] of Object.entries(turns))
      (results[name] ??= []).push(await round(bench, turn));
  }
  return results;
}

/** Prints a line. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
