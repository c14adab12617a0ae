import type { SqlEntityManager } from "@mikro-orm/postgresql";
import {
  postponeClosing,
  lockWatch,
  scheduleFailedCalendars,
  scheduleOutdatedCalendars,
  markTzVersion,
} from "../../../db/agenda/calendar/watch.ts";
import { transact } from "../../../db/platform/transactions/transact.ts";
import { outageGraceMs } from "../../../rules/agenda/calendar/outage-grace-ms.ts";
import { CODE_VERSION } from "../isolation/code-version.ts";
import { TZ_VERSION } from "../tz-version.ts";

/**
 * Prepares a scan of the calendars (docs/rooms/agenda.md#scan):
 * - After an outage of our own, no day closes for a grace period.
 * - If the code changed since the last scan, calendars that failed are due at once.
 * - If this worker has a newer tz database than the calendars were planned by, all of them are planned again. An older
 *   one changes nothing.
 *
 * A calendar locked by another transaction does not delay the others; the next scan takes it.
 */
export async function beginScan(em: SqlEntityManager, tzVersion = TZ_VERSION): Promise<void> {
  const known = await transact(em, async (tx) => {
    const watch = await lockWatch(tx);
    const graceMs = outageGraceMs(watch, watch.realNow);
    const closesFrom = new Date(watch.now.getTime() + graceMs);
    const later = watch.closesFrom === null || closesFrom > watch.closesFrom;
    if (graceMs > 0 && later) await postponeClosing(tx, closesFrom);
    const { codeVersion, now } = watch;
    if (codeVersion !== CODE_VERSION)
      await scheduleFailedCalendars(tx, { codeVersion: CODE_VERSION, now });
    return watch.tzVersion;
  });
  if (known !== null && known >= tzVersion) return;
  await planAnew(em, tzVersion);
}

/** Calendars marked as due in one transaction. */
const SLICE = 1_000;

async function planAnew(em: SqlEntityManager, tzVersion: string): Promise<void> {
  let found = SLICE;
  while (found === SLICE) {
    found = await transact(em, async (tx) => {
      const { now } = await lockWatch(tx);
      return await scheduleOutdatedCalendars(tx, { tzVersion, now, limit: SLICE });
    });
  }
  await transact(em, async (tx) => {
    const { now } = await lockWatch(tx);
    await markTzVersion(tx, { tzVersion, now });
  });
}
