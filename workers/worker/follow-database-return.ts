import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import type { NoteDatabase } from "../../activities/outbox/register-actor.ts";
import {
  sweepOverdueActors,
  type SweepDeps,
} from "../../activities/outbox/sweep-overdue-actors.ts";
import { pingDatabase } from "../../db/platform/migration-state.ts";

/**
 * Wakes the due actors when the database answers again. During an outage they failed with growing pauses, which are
 * pointless once it is back (docs/rooms/actors.md#pauses). The first successful act shows the return, or a probe once
 * a second. A starting worker assumes an outage: its predecessor may have seen the failures.
 *
 * @returns a function to call after each act with the state of the database.
 */
export function followDatabaseReturn(
  { em, log, ...options }: DatabaseReturnOptions,
  stop: AbortSignal,
): NoteDatabase {
  const { pause = pauseUntil(stop) } = options;
  let away = true;
  const wakeOverdue = async () => {
    away = false;
    try {
      const sweep = { reason: "DATABASE_BACK", lateBySeconds: 0, perSecond: PER_SECOND } as const;
      const report = await sweepOverdueActors({ em, log, ...options }, sweep, stop);
      if (report.foundCount > 0) log.info(report, "the database answers; due actors were woken");
    } catch (error) {
      away = true;
      log.warn({ err: error }, "the database answered, but not for long");
    }
  };
  const probe = async () => {
    while (!stop.aborted) {
      if (away && (await answers(em))) await wakeOverdue();
      await pause(PROBE_EVERY_MS);
    }
  };
  void probe();
  return (answered) => {
    if (!answered) away = true;
    else if (away) void wakeOverdue();
  };
}

/** The options of waking actors after a database outage. */
export interface DatabaseReturnOptions extends SweepDeps {
  readonly log: Logger;
  /** Only tests use another pause between two probes. */
  readonly pause?: (ms: number) => Promise<void>;
}

const PROBE_EVERY_MS = 1_000;

/** Maximum rate; the concurrency is measured. */
const PER_SECOND = 200;

function pauseUntil(signal: AbortSignal): (ms: number) => Promise<void> {
  return (ms) => sleep(ms, undefined, { signal, ref: false }).catch(() => undefined);
}

async function answers(em: SweepDeps["em"]): Promise<boolean> {
  try {
    await pingDatabase(em);
    return true;
  } catch {
    return false;
  }
}
