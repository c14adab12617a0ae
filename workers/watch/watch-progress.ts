import { randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";

/** Something of a process that has to get on. */
export interface Watched {
  readonly name: string;
  /** For how long it has not got on although it should have, in milliseconds; 0 while it does. */
  stalledMs(): number;
  /** After so long, and what the process draws beyond it, it is begun anew. */
  readonly limitMs: number;
  /**
   * Whether a new process would get on: what it needs answers somebody who comes afresh. While that is away,
   * nothing is gained.
   */
  wouldGetOn(): Promise<boolean>;
}

/** Whether all that is watched gets on. */
export interface ProgressWatch {
  isGettingOn(): boolean;
}

/** What a watch works with; only tests look more often, and end something else than the process. */
export interface WatchOptions {
  readonly watched: readonly Watched[];
  readonly log: Logger;
  readonly stop: AbortSignal;
  readonly everyMs?: number;
  readonly end?: () => void;
  /** How much later than its limits this process ends itself; drawn unless told. */
  readonly spreadMs?: number;
}

/** After this time without progress a part is not ready; a part that only waits for its turn is. */
export const NOT_READY_AFTER_MS = 15_000;

/** After this time without progress a part ends itself. */
export const END_AFTER_MS = 30_000;

/**
 * What all processes wait for may fall silent for all of them in the same second: each draws how much longer it
 * holds out, so that not all begin anew at once.
 */
const LONGEST_SPREAD_MS = 10_000;

/** The exit code of a process that got stuck: what its keeper sees beside the line in the log. */
const STUCK = 70;

const EVERY_MS = 1_000;

/**
 * So often in a row it has to be found: a process that was frozen itself has not been able to get on, and what was
 * away for all may come back to it as well.
 */
const LOOKS = 3;

/**
 * Looks whether the parts of a process get on, and ends the process when one does not: its keeper starts it
 * anew (docs/rooms/storage.md#connections).
 */
export function watchProgress(options: WatchOptions): ProgressWatch {
  const { watched, stop, everyMs = EVERY_MS } = options;
  const { spreadMs = randomInt(LONGEST_SPREAD_MS) } = options;
  const found = new Map<Watched, number>();
  const look = async (one: Watched) => {
    const stuck = one.stalledMs() > one.limitMs + spreadMs && (await one.wouldGetOn());
    const looks = stuck ? (found.get(one) ?? 0) + 1 : 0;
    found.set(one, looks);
    if (looks >= LOOKS && !stop.aborted) end(options, one);
  };
  const run = async () => {
    while (!stop.aborted) {
      await sleep(everyMs, undefined, { signal: stop, ref: false }).catch(() => undefined);
      for (const one of watched) await look(one);
    }
  };
  void run();
  return {
    isGettingOn: () => watched.every((one) => one.stalledMs() <= notReadyAfter(one)),
  };
}

function notReadyAfter({ limitMs }: Watched): number {
  return Math.min(limitMs, NOT_READY_AFTER_MS);
}

function end({ log, end: act = () => process.exit(STUCK) }: WatchOptions, one: Watched): void {
  const stuck = { part: one.name, stalledMs: Math.round(one.stalledMs()) };
  log.fatal(stuck, "it does not get on and ends itself, to be started anew");
  act();
}
