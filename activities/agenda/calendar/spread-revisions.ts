import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { Logger } from "pino";
import { lockFreeCalendars } from "../../../db/agenda/calendar/lock-calendars.ts";
import { distinctDays } from "../../../db/agenda/queries.ts";
import { faultClassOf } from "../../../db/platform/transactions/fault-class.ts";
import { limitLocks, lockFreeScopes } from "../../../db/platform/scopes/lock-scopes.ts";
import { appendEvents } from "../../../db/outbox/append-events.ts";
import {
  type FailedFollower,
  listBehindOf,
  listFollowersBehind,
  listNewerRevisions,
  markSpread,
  postponeSpread,
} from "../../../db/plans/followers.ts";
import { recordScopeChanges } from "../../../db/platform/scopes/record-scope-changes.ts";
import { clockNow, transact, type Tx } from "../../../db/platform/transactions/transact.ts";
import { isBehind } from "../../../rules/agenda/calendar/calendar.ts";
import { nextSweep } from "../../../rules/agenda/calendar/next-sweep.ts";
import { dayRefreshed } from "../day-refreshed.ts";
import { projectDays } from "../project-days.ts";
import { bisectScan } from "./bisect-scan.ts";
import { bringUpToNow, openBegunDays } from "./open-days.ts";
import { adoptRevisions, type AdoptedRevisions } from "./adopt-revisions.ts";
import { adoptionEvents } from "../adoption-events.ts";

/**
 * One slice of the spread of published revisions to their followers (docs/rooms/plans.md#followers): at most 20
 * assignments. Locked or failed ones wait for a later run and do not delay the others. A plan counts as spread only
 * once no follower is behind.
 */
export async function spreadRevisions(
  { em, log }: { readonly em: SqlEntityManager; readonly log: Logger },
  { after }: SpreadInput,
): Promise<SpreadSlice> {
  const behind = await listFollowersBehind(em.fork(), { after, limit: SLICE });
  const ids = [...new Set(behind.map(({ relationshipId }) => relationshipId))];
  let passedCount = 0;
  const scanned = await bisectScan(ids, {
    async together(some) {
      const act = (tx: Tx) => spreadTo(tx, some);
      const { takenCount, failed } = await transact(em, act, { isolates: some.length === 1 });
      for (const { item, fault } of failed) {
        const { id: assignmentId, relationshipId } = item;
        const named = { relationshipId, assignmentId, failureClass: faultClassOf(fault) };
        log.error({ ...named, err: fault }, "a revision was not adopted");
      }
      passedCount += failed.length;
      return takenCount;
    },
    async alone(relationshipId, error) {
      const failureClass = faultClassOf(error);
      log.error({ relationshipId, failureClass, err: error }, "no revision was adopted");
      await leaveForLater(em, relationshipId);
    },
  });
  const takenCount = scanned.doneCount;
  const failedCount = scanned.failedCount + passedCount;
  if (behind.length === SLICE)
    return { takenCount, failedCount, after: behind.at(-1)?.assignmentId ?? null };
  await transact(em, markSpread);
  return { takenCount, failedCount, after: null };
}

/** Assignments of one slice: one revision may be a program of a year. */
const SLICE = 20;

/** Start of a slice: behind the last assignment of the slice before. */
export interface SpreadInput {
  readonly after: string | null;
}

/** The result of one slice. */
export interface SpreadSlice {
  /** Assignments that adopted a newer revision. */
  readonly takenCount: number;
  /** Relationships and single assignments that failed. */
  readonly failedCount: number;
  /** Null once a page was not full. */
  readonly after: string | null;
}

async function leaveForLater(em: SqlEntityManager, relationshipId: string): Promise<void> {
  await transact(em, async (tx) => {
    await limitLocks(tx);
    await postpone(tx, await listBehindOf(tx, relationshipId), await clockNow(tx));
  });
}

/** The delay grows with each failure, so that one that always fails costs little (docs/rooms/plans.md#followers). */
async function postpone(tx: Tx, failed: readonly FailedFollower[], now: Date): Promise<void> {
  await postponeSpread(
    tx,
    failed.map(({ id, spreadFailures }) => {
      const failures = spreadFailures + 1;
      return { id, spreadFailures: failures, spreadAt: nextSweep(failures, now) };
    }),
  );
}

/** The result of one transaction. */
interface Spread extends Pick<AdoptedRevisions, "failed"> {
  readonly takenCount: number;
}

async function spreadTo(tx: Tx, relationshipIds: readonly string[]): Promise<Spread> {
  await limitLocks(tx);
  const free = await lockFreeCalendars(tx, await lockFreeScopes(tx, relationshipIds));
  const origin = { now: await clockNow(tx), requestId: null };
  const { calendars } = await openBegunDays(tx, free, origin);
  // A relationship that missed many days has not reached the present one yet.
  const present = free.filter((id) => {
    const calendar = calendars.get(id);
    return calendar !== undefined && !isBehind(calendar, origin.now);
  });
  const newer = await listNewerRevisions(tx, present);
  const { now } = origin;
  const { adopted, withdrawn, failed } = await adoptRevisions(tx, newer, { calendars, now });
  await postpone(
    tx,
    failed.map(({ item }) => item),
    now,
  );
  const touched = [...new Set(adopted.map(({ relationshipId }) => relationshipId))];
  const changes = touched.map((relationshipId) =>
    changesOf(relationshipId, { adopted, withdrawn }),
  );
  await recordScopeChanges(tx, changes, now);
  await bringUpToNow(tx, touched, origin);
  const days = distinctDays(withdrawn);
  await projectDays(tx, days, now);
  await appendEvents(tx, [...adoptionEvents(adopted), ...days.map(dayRefreshed)], origin);
  return { takenCount: adopted.length, failed };
}

/** Scope changes of a client for their devices. The counter moves even if only a warning of today follows. */
function changesOf(
  relationshipId: string,
  { adopted, withdrawn }: Pick<AdoptedRevisions, "adopted" | "withdrawn">,
) {
  const ofIt = (each: { readonly relationshipId: string }) =>
    each.relationshipId === relationshipId;
  const cards = withdrawn.filter(ofIt).map(({ id }) => id);
  const programs = adopted.filter(ofIt).filter(({ planKind }) => planKind === "PROGRAM");
  const plan_assignment = programs.map(({ id }) => id);
  const records = { agenda_task: [], agenda_card: cards };
  return {
    relationshipId,
    changes: programs.length > 0 ? { ...records, plan_assignment } : records,
  };
}
