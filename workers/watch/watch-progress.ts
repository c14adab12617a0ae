import { randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";

/**
 * Checks whether the parts of a process make progress, and ends the process if one does not: its supervisor restarts
 * it (docs/rooms/storage.md#connections).
 */
export function watchProgress(options: WatchOptions): ProgressWatch {
  const { watched, stop, everyMs = EVERY_MS } = options;
  const { spreadMs = randomInt(LONGEST_SPREAD_MS) } = options;
  const found = new Map<Watched, number>();
  const check = async (one: Watched) => {
    const stuck = one.stalledMs() > one.limitMs + spreadMs && (await one.wouldGetOn());
    const findings = stuck ? (found.get(one) ?? 0) + 1 : 0;
    found.set(one, findings);
    if (findings >= REQUIRED_FINDINGS && !stop.aborted) end(options, one);
  };
  const run = async () => {
    while (!stop.aborted) {
      await sleep(everyMs, undefined, { signal: stop, ref: false }).catch(() => undefined);
      for (const one of watched) await check(one);
    }
  };
  void run();
  return {
    isGettingOn: () => watched.every((one) => one.stalledMs() <= notReadyAfter(one)),
  };
}

/** A part of a process that must make progress. */
export interface Watched {
  readonly name: string;
  /** How long it has made no progress although it should, in milliseconds; 0 otherwise. */
  stalledMs(): number;
  /** After this time, plus the process's random delay, the process restarts. */
  readonly limitMs: number;
  /**
   * Whether a new process would make progress: its dependencies answer a new connection. While they are down, a
   * restart gains nothing.
   */
  wouldGetOn(): Promise<boolean>;
}

/** Whether all watched parts make progress. */
export interface ProgressWatch {
  isGettingOn(): boolean;
}

/** The options of a watch; only tests check more often, and do something else than end the process. */
export interface WatchOptions {
  readonly watched: readonly Watched[];
  readonly log: Logger;
  readonly stop: AbortSignal;
  readonly everyMs?: number;
  readonly end?: () => void;
  /** Delay beyond the limits before this process ends itself; random by default. */
  readonly spreadMs?: number;
}

/** A part is not ready after this time without progress; idle waiting does not count. */
export const NOT_READY_AFTER_MS = 15_000;

/** A part ends its process after this time without progress. */
export const END_AFTER_MS = 30_000;

/**
 * A shared dependency may fall silent for all processes in the same second. Each adds a random delay, so that they do
 * not all restart at once.
 */
export const LONGEST_SPREAD_MS = 10_000;

/** The exit code of a stuck process: its supervisor sees it, in addition to the log line. */
const STUCK = 70;

const EVERY_MS = 1_000;

/**
 * Required consecutive findings. A process that was frozen made no progress either, and a dependency that was down
 * for all may return for this one too.
 */
const REQUIRED_FINDINGS = 3;

function notReadyAfter({ limitMs }: Watched): number {
  return Math.min(limitMs, NOT_READY_AFTER_MS);
}

function end({ log, end: act = () => process.exit(STUCK) }: WatchOptions, one: Watched): void {
  const stuck = { part: one.name, stalledMs: Math.round(one.stalledMs()) };
  log.fatal(stuck, "the process makes no progress and exits to be restarted");
  act();
}
