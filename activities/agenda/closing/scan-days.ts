import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { Logger } from "pino";
import {
  countDayFailures,
  type DueDay,
  listDaysDue,
  postponeDays,
} from "../../../db/agenda/closing/list-days-due.ts";
import { lockFreeCalendars } from "../../../db/agenda/calendar/lock-calendars.ts";
import { markScanned } from "../../../db/agenda/calendar/watch.ts";
import { faultClassOf } from "../../../db/platform/transactions/fault-class.ts";
import {
  limitLocks,
  lockFreeScopes,
  MAX_SWEPT_SCOPES,
} from "../../../db/platform/scopes/lock-scopes.ts";
import { clockNow, transact, type Tx } from "../../../db/platform/transactions/transact.ts";
import { nextSweep } from "../../../rules/agenda/calendar/next-sweep.ts";
import { openBegunDays } from "../calendar/open-days.ts";
import { closeDays } from "./close-days.ts";
import { bisectScan } from "../calendar/bisect-scan.ts";

/**
 * One slice of the scan of days that are due to close, like the scan of calendars (docs/rooms/agenda.md#scan): at
 * most 50 days in one transaction. Locked rows wait, and a faulty relationship is isolated.
 */
export async function scanDays(
  deps: { readonly em: SqlEntityManager; readonly log: Logger },
  { after }: DayScanInput,
): Promise<ScannedDays> {
  const reader = deps.em.fork();
  const now = await clockNow(reader);
  const place = after === null ? null : { ...after, lookAt: new Date(after.lookAt) };
  const due = await listDaysDue(reader, now, place, MAX_SWEPT_SCOPES);
  const ids = [...new Set(due.map(({ relationshipId }) => relationshipId))].toSorted();
  const { doneCount: closedCount, failedCount } = await bisectScan(ids, {
    together: (some) => closeTogether(deps.em, some, due),
    async alone(relationshipId, error) {
      const failureClass = faultClassOf(error);
      deps.log.error({ relationshipId, failureClass, err: error }, "a day could not be closed");
      await leaveForLater(deps.em, relationshipId);
    },
  });
  const isFull = due.length === MAX_SWEPT_SCOPES;
  // Only a complete scan counts. If every scan fails, we have an outage, and no client may be blamed for it.
  if (!isFull) await markScanned(deps.em.fork());
  return { closedCount, failedCount, after: isFull ? textOf(due.at(-1)) : null };
}

/** A position of the scan of days, as it is passed through a workflow. */
export interface DayPlaceText {
  /** RFC 3339. */
  readonly lookAt: string;
  readonly relationshipId: string;
  readonly localDate: string;
}

/** Start of a slice of the scan: behind the last position of the slice before. */
export interface DayScanInput {
  readonly after: DayPlaceText | null;
}

/** The result of one slice of the scan of days. */
export interface ScannedDays {
  readonly closedCount: number;
  /** Relationships that failed and are postponed. */
  readonly failedCount: number;
  /** Null once a page was not full: the scan is complete. */
  readonly after: DayPlaceText | null;
}

async function closeTogether(
  em: SqlEntityManager,
  ids: readonly string[],
  due: readonly DueDay[],
): Promise<number> {
  const close = async (tx: Tx) => {
    await limitLocks(tx);
    const free = new Set(await lockFreeCalendars(tx, await lockFreeScopes(tx, ids)));
    const now = await clockNow(tx);
    // A day that a change of zone prolonged is planned again before it is judged.
    await openBegunDays(tx, [...free], { now, requestId: null });
    const days = due.filter(({ relationshipId }) => free.has(relationshipId));
    const { closed } = await closeDays(tx, days, now);
    return closed.length;
  };
  return await transact(em, close, { isolates: ids.length === 1 });
}

/**
 * Postpones a relationship. If its scope is locked by another transaction, it stays due and the next scan takes it.
 */
async function leaveForLater(em: SqlEntityManager, relationshipId: string): Promise<void> {
  await transact(em, async (tx) => {
    await limitLocks(tx);
    const free = await lockFreeScopes(tx, [relationshipId]);
    if (free.length === 0) return;
    const now = await clockNow(tx);
    const failures = (await countDayFailures(tx, { relationshipId, now })) + 1;
    const nextSweepAt = nextSweep(failures, now);
    await postponeDays(
      tx,
      { relationshipId, now },
      { lookFailures: failures, lookAt: nextSweepAt },
    );
  });
}

function textOf(place: DueDay | undefined): DayPlaceText | null {
  if (place === undefined) return null;
  const { lookAt, relationshipId, localDate } = place;
  return { lookAt: lookAt.toISOString(), relationshipId, localDate };
}
