import { FIRST_ID } from "../../../db/platform/new-id.ts";
import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { Logger } from "pino";
import {
  countScanFailures,
  type ScanPosition,
  listDueCalendars,
  postponeScan,
} from "../../../db/agenda/calendar/list-due-calendars.ts";
import { lockFreeCalendars } from "../../../db/agenda/calendar/lock-calendars.ts";
import { faultClassOf } from "../../../db/platform/transactions/fault-class.ts";
import {
  limitLocks,
  lockFreeScopes,
  MAX_SWEPT_SCOPES,
} from "../../../db/platform/scopes/lock-scopes.ts";
import { clockNow, transact, type Tx } from "../../../db/platform/transactions/transact.ts";
import { nextSweep } from "../../../rules/agenda/calendar/next-sweep.ts";
import type { FaultyOccurrence } from "../isolation/isolate-occurrences.ts";
import { logWithheld } from "../isolation/log-withheld.ts";
import { retryAllWithheld } from "../isolation/retry-all-withheld.ts";
import { beginScan } from "./begin-scan.ts";
import { bisectScan } from "./bisect-scan.ts";
import { bringUpToNow } from "./open-days.ts";

/**
 * One slice of the scan (docs/rooms/agenda.md#scan): opens the days that began for at most 50 relationships in one
 * transaction. Locked rows wait for the next scan. A failing slice is bisected until the faulty relationship is
 * isolated. Its faulty occurrence is withheld; if its days cannot be opened even then, it is postponed. All others
 * are opened. A relationship that missed more days than one transaction opens is due again at once.
 */
export async function scanCalendars(
  deps: { readonly em: SqlEntityManager; readonly log: Logger },
  { after }: ScanInput,
): Promise<ScannedSlice> {
  if (after === null) await beginScan(deps.em);
  const reader = deps.em.fork();
  const now = await clockNow(reader);
  if (after === null) await retryAllWithheld(deps, now);
  const due = await listDueCalendars(reader, {
    now,
    after: after === null ? null : { ...after, lookAt: new Date(after.lookAt) },
    limit: MAX_SWEPT_SCOPES,
  });
  const ids = due.map(({ relationshipId }) => relationshipId);
  const behind: ScanPosition[] = [];
  const { doneCount: openedCount, failedCount } = await bisectScan(ids, {
    async together(some) {
      const opened = await openTogether(deps.em, some);
      logWithheld(deps.log, opened.withheld);
      behind.push(...opened.behind);
      return opened.count;
    },
    async alone(relationshipId, error) {
      const failureClass = faultClassOf(error);
      deps.log.error({ relationshipId, failureClass, err: error }, "a day could not be opened");
      await leaveForLater(deps.em, relationshipId);
    },
  });
  const isFull = due.length === MAX_SWEPT_SCOPES;
  return { openedCount, failedCount, after: textOf(isFull ? due.at(-1) : beforeAll(behind)) };
}

/** Start of a slice of the scan: behind the last position of the slice before. */
export interface ScanInput {
  readonly after: PlaceText | null;
}

/** A position of the scan, as it is passed through a workflow. */
export interface PlaceText {
  /** RFC 3339. */
  readonly lookAt: string;
  readonly relationshipId: string;
}

/** The result of one slice of the scan. */
export interface ScannedSlice {
  readonly openedCount: number;
  /** Relationships that failed and are postponed. */
  readonly failedCount: number;
  /** Null once the page was not full and no relationship on it is still behind: the scan is complete. */
  readonly after: PlaceText | null;
}

function textOf(place: ScanPosition | undefined): PlaceText | null {
  return place === undefined ? null : { ...place, lookAt: place.lookAt.toISOString() };
}

/** The position before the first relationship that is still behind. */
function beforeAll(behind: readonly ScanPosition[]): ScanPosition | undefined {
  const [first] = behind.toSorted((one, other) => one.lookAt.getTime() - other.lookAt.getTime());
  return first && { lookAt: first.lookAt, relationshipId: FIRST_ID };
}

interface Opened {
  readonly count: number;
  /** Relationships that missed more days than were opened. */
  readonly behind: readonly ScanPosition[];
  readonly withheld: readonly FaultyOccurrence[];
}

/** Several relationships are bisected first; only one that fails alone gets savepoints. */
async function openTogether(em: SqlEntityManager, ids: readonly string[]): Promise<Opened> {
  const open = async (tx: Tx) => {
    await limitLocks(tx);
    const free = await lockFreeCalendars(tx, await lockFreeScopes(tx, ids));
    const now = await clockNow(tx);
    const { opened, calendars, withheld } = await bringUpToNow(tx, free, { now, requestId: null });
    const behind = [...calendars].flatMap(([relationshipId, { nextDayAt }]) =>
      nextDayAt !== null && nextDayAt <= now ? [{ relationshipId, lookAt: nextDayAt }] : [],
    );
    return { count: opened.length, behind, withheld };
  };
  return await transact(em, open, { isolates: ids.length === 1 });
}

/**
 * Postpones a relationship. If its scope is locked by another transaction, it stays due and the next scan takes it.
 */
async function leaveForLater(em: SqlEntityManager, relationshipId: string): Promise<void> {
  await transact(em, async (tx) => {
    await limitLocks(tx);
    const free = await lockFreeScopes(tx, [relationshipId]);
    if (free.length === 0) return;
    const failures = (await countScanFailures(tx, relationshipId)) + 1;
    const nextSweepAt = nextSweep(failures, await clockNow(tx));
    await postponeScan(tx, relationshipId, { lookFailures: failures, lookAt: nextSweepAt });
  });
}
