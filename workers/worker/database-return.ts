import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import type { NoteDatabase } from "../../activities/outbox/register-actor.ts";
import {
  sweepOverdueActors,
  type SweepDeps,
} from "../../activities/outbox/sweep-overdue-actors.ts";
import { pingDatabase } from "../../db/platform/migration-state.ts";

/** What ending pauses needs. */
export interface DatabaseReturnOptions extends SweepDeps {
  readonly log: Logger;
  /** Only tests wait otherwise between two probes. */
  readonly pause?: (ms: number) => Promise<void>;
}

const PROBE_EVERY_MS = 1_000;

/** At most; how many at once is measured. */
const PER_SECOND = 200;

/**
 * Wakes the actors that are due when the database answers again: while it was away they failed, each for longer
 * and longer pauses, and nothing that is due needs to sleep them out (docs/rooms/actors.md#pauses). The first
 * act that goes well says so, or a probe once a second. A worker that begins takes the database for one that was
 * away: its former self may have been the one that failed.
 *
 * @returns whom to tell how each act found the database.
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
      if (report.foundCount > 0) log.info(report, "the database answers: who is due was woken");
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
