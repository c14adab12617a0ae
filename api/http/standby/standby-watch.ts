import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import type { Database } from "../../../db/open-database.ts";
import {
  findPrimaryPosition,
  findStandbyPosition,
  type WalPosition,
} from "../../../db/platform/standby/queries.ts";
import { describeFault } from "../describe-fault.ts";
import { createLogSamples, type LogSamples } from "./log-samples.ts";

/** Watches a standby, so that only a good one is read. Until the first probe it is left out. */
export function watchStandby(watched: Watched): StandbyWatch {
  const samples = createLogSamples();
  const closing = new AbortController();
  let found: Probed = { lagMs: null, fault: null };
  let goodAt = Number.NEGATIVE_INFINITY;
  let wasGood: boolean | null = null;
  const isOpen = () => performance.now() - goodAt < VALID_MS;
  const note = (now: Probed) => {
    const isGood = now.fault === null;
    found = now;
    goodAt = isGood ? performance.now() : Number.NEGATIVE_INFINITY;
    if (isGood === wasGood) return;
    wasGood = isGood;
    if (isGood) watched.log.info("the standby answers reads");
    else watched.log.warn({ fault: now.fault }, "the standby is left out");
  };
  const probe = async () => note(await probed(watched, samples));
  void repeat(probe, closing.signal);
  return {
    isOpen,
    isFresh: (replayed) => {
      const lagMs = samples.lagOf(replayed, performance.now());
      return lagMs !== null && lagMs <= MOST_LAG_MS;
    },
    leaveOut: (error) => note({ lagMs: null, fault: describeFault(error) }),
    lagMs: () => found.lagMs,
    probe,
    close: () => closing.abort(),
  };
}

/** The present judgement about a standby. */
export interface StandbyWatch {
  /** Whether requests may read at it. */
  isOpen(): boolean;
  /** Whether a standby that has replayed this much lags no more than it may. */
  isFresh(replayed: WalPosition): boolean;
  /** Leaves it out until the next probe finds it good. */
  leaveOut(error: unknown): void;
  /** Its lag at the last probe, in milliseconds; null if it is unknown. */
  lagMs(): number | null;
  /** Probes it now, as it does every second. */
  probe(): Promise<void>;
  close(): void;
}

/** The servers that are compared. */
interface Watched {
  readonly primary: Pick<Database, "em">;
  readonly standby: Pick<Database, "em">;
  readonly log: Logger;
}

/** The result of a probe; without a fault the standby is good. */
interface Probed {
  readonly lagMs: number | null;
  readonly fault: unknown;
}

async function probed({ primary, standby }: Watched, samples: LogSamples): Promise<Probed> {
  try {
    const end = await findPrimaryPosition(primary.em.fork());
    if (end !== null) samples.add(end, performance.now());
    const replayed = await findStandbyPosition(standby.em.fork());
    const lagMs = replayed === null ? null : samples.lagOf(replayed, performance.now());
    if (lagMs === null) return { lagMs, fault: "NO_STANDBY_OF_THIS_LINE" };
    return { lagMs, fault: lagMs > MOST_LAG_MS ? "LAGS" : null };
  } catch (error) {
    return { lagMs: null, fault: describeFault(error) };
  }
}

async function repeat(probe: () => Promise<void>, closed: AbortSignal): Promise<void> {
  while (!closed.aborted) {
    await probe();
    await sleep(EVERY_MS, undefined, { signal: closed, ref: false }).catch(() => undefined);
  }
}

const EVERY_MS = 1_000;

/** An older probe says nothing any more: the next one still waits for its answer. */
const VALID_MS = 3_000;

/**
 * A person who was notified by mail, or who changed device, carries no position. They act later than this, so the
 * standby has what the mail names.
 */
const MOST_LAG_MS = 3_000;
