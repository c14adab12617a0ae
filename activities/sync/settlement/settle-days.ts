import type { RelationshipDay } from "../../../db/agenda/queries.ts";
import { appendEvents } from "../../../db/outbox/append-events.ts";
import { lockFreeScopes, MAX_SWEPT_SCOPES } from "../../../db/platform/scopes/lock-scopes.ts";
import { faultClassOf } from "../../../db/platform/transactions/fault-class.ts";
import { isTrouble, waitedForLock, type Tx } from "../../../db/platform/transactions/transact.ts";
import { limitSlice } from "../../../db/sync/settlement/find-due-batches.ts";
import { nextDaysPoll } from "../../../rules/sync/next-lane-poll.ts";
import { bisect } from "../../bisect.ts";
import type { SettledDays } from "../feature-settlement.ts";
import type { LaneRun } from "./settle-fresh.ts";
import { SLICE_LIMITS } from "./settle-slice.ts";
import { hasTime } from "./settlement-deps.ts";

/**
 * Makes the due days of a lane final, many at once, in slices of one transaction each
 * (docs/rooms/quick-log.md#undo-window). A relationship that is locked waits for the next poll. One that fails is
 * isolated by bisection and left alone for a while. Safe at any time and concurrently: the row of the day alone says,
 * under the lock of its relationship, whether it is final.
 *
 * @throws Error of the database; never of a relationship.
 */
export async function settleDays(run: LaneRun): Promise<DaysProgress> {
  const { em, share, memory, settler } = run;
  const [days] = run.settlements.flatMap((settlement) => settlement.days ?? []);
  if (days === undefined) return { ...NOTHING, pollAt: null, nextAt: null, count: 0 };
  // Most calls settle batches only: one index lookup says that no day is due.
  const first = await days.findNext(em.fork(), share);
  const isDue = first.nextAt !== null && first.nextAt <= first.now;
  const done = isDue ? await settleEnded(run, days) : NOTHING;
  const next = isDue ? await days.findNext(em.fork(), share) : first;
  const { nextAt } = next;
  const count = await memory.countDays(settler.lane, nextAt, () => days.count(em.fork(), share));
  return { ...done, pollAt: nextDaysPoll(next), nextAt, count };
}

/** The progress of a call about days, and the days that wait after it. */
export interface DaysProgress {
  readonly finalCount: number;
  /** Relationships whose days could not be made final. */
  readonly failedCount: number;
  /** True if the time ran out before all due days were tried. */
  readonly more: boolean;
  /** When to poll the days again; null without a day that waits. */
  readonly pollAt: Date | null;
  /** When the next day becomes final, in the past if it was locked or failed. */
  readonly nextAt: Date | null;
  /** How many days wait, due or not. */
  readonly count: number;
}

type Done = Pick<DaysProgress, "finalCount" | "failedCount" | "more">;

const NOTHING: Done = { finalCount: 0, failedCount: 0, more: false };

/** At least one slice runs in each call, so that batches that keep a lane busy do not delay days for good. */
async function settleEnded(run: LaneRun, days: SettledDays): Promise<Done> {
  const { em, share, memory } = run;
  const passedOver = new Set(memory.listPaused());
  let [finalCount, failedCount] = [0, 0];
  do {
    const query = { share, except: [...passedOver], limit: MAX_SWEPT_SCOPES };
    const ended = await days.findEnded(em.fork(), query);
    if (ended.length === 0) return { finalCount, failedCount, more: false };
    for (const slice of await settleInParts(run, days, ended)) {
      finalCount += slice.finalCount;
      failedCount += slice.failed.length;
      for (const relationshipId of [...slice.skipped, ...slice.failed])
        passedOver.add(relationshipId);
    }
  } while (hasTime(run));
  return { finalCount, failedCount, more: true };
}

/** A relationship and its due days. */
type Due = readonly [relationshipId: string, days: readonly RelationshipDay[]];

interface DaysSlice {
  readonly finalCount: number;
  /** Relationships that are locked, or for which there was no time. */
  readonly skipped: readonly string[];
  /** Relationships that failed alone. */
  readonly failed: readonly string[];
}

/** All together, and those that failed before one by one. */
async function settleInParts(
  run: LaneRun,
  days: SettledDays,
  ended: readonly RelationshipDay[],
): Promise<readonly DaysSlice[]> {
  const due: readonly Due[] = [...Map.groupBy(ended, ({ relationshipId }) => relationshipId)];
  const isSuspect = ([relationshipId]: Due) => run.memory.isSuspect(relationshipId);
  const parts = [
    due.filter((one) => !isSuspect(one)),
    ...due.filter(isSuspect).map((one): readonly Due[] => [one]),
  ];
  const slices: DaysSlice[] = [];
  for (const part of parts) {
    const isInTime = slices.length === 0 || hasTime(run);
    slices.push(...(isInTime ? await settlePart(run, days, part) : [skipped(part)]));
  }
  return slices;
}

/** Bisects after a failure, until the bad relationships are isolated or the time runs out. */
async function settlePart(
  run: LaneRun,
  days: SettledDays,
  due: readonly Due[],
): Promise<readonly DaysSlice[]> {
  const { em, memory, log } = run;
  return await bisect<Due, DaysSlice>(due, {
    together: async (some) => {
      try {
        const slice = await em.fork().transactional((tx) => settleSlice(tx, days, some));
        memory.trust(idsOf(some));
        return slice;
      } catch (fault) {
        if (some.length === 1 || !isOwn(fault) || hasTime(run)) throw fault;
        memory.suspect(idsOf(some));
        return skipped(some);
      }
    },
    isOwn,
    alone: async ([relationshipId], fault) => {
      memory.pause(relationshipId);
      const failureClass = faultClassOf(fault);
      log.error({ relationshipId, failureClass }, "days were not made final");
      return { finalCount: 0, skipped: [], failed: [relationshipId] };
    },
  });
}

/** A lock that another act keeps too long is a fault of its relationship; other trouble concerns all of them. */
const isOwn = (fault: unknown) => !isTrouble(fault) || waitedForLock(fault);

const idsOf = (due: readonly Due[]) => due.map(([relationshipId]) => relationshipId);

const skipped = (due: readonly Due[]): DaysSlice => ({
  finalCount: 0,
  skipped: idsOf(due),
  failed: [],
});

/** One transaction: locks the free relationships, makes their days final by one update, and appends the events. */
async function settleSlice(tx: Tx, days: SettledDays, due: readonly Due[]): Promise<DaysSlice> {
  await limitSlice(tx, SLICE_LIMITS);
  const locked = new Set(await lockFreeScopes(tx, idsOf(due).toSorted()));
  const free = due.filter(([relationshipId]) => locked.has(relationshipId));
  const ended = free.flatMap(([, ofOne]) => ofOne);
  const made = ended.length === 0 ? null : await days.makeFinal(tx, ended);
  if (made !== null) await appendEvents(tx, made.events, { now: made.now, requestId: null });
  return {
    finalCount: made?.events.length ?? 0,
    skipped: idsOf(due).filter((relationshipId) => !locked.has(relationshipId)),
    failed: [],
  };
}
