import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { Logger } from "pino";
import type { DomainEvent } from "../../../contract/outbox/vocabulary.ts";
import type { PlanKind } from "../../../contract/plans/vocabulary.ts";
import { withdrawCards } from "../../../db/agenda/cards/withdraw-cards.ts";
import { lockFreeCalendars } from "../../../db/agenda/calendar/load-calendars.ts";
import type { ChangedCard } from "../../../db/agenda/cards/put-cards.ts";
import { distinctDays } from "../../../db/agenda/queries.ts";
import { faultClassOf } from "../../../db/fault-class.ts";
import { limitLocks, lockFreeScopes, MAX_SWEPT_SCOPES } from "../../../db/lock-scopes.ts";
import { newId } from "../../../db/new-id.ts";
import { appendEvents } from "../../../db/outbox/append-events.ts";
import {
  countSpreadFailures,
  listFollowersBehind,
  listNewerRevisions,
  markSpread,
  postponeSpread,
  storeTakenOver,
} from "../../../db/plans/followers.ts";
import { recordScopeChanges } from "../../../db/record-scope-changes.ts";
import { clockNow, transact, type Tx } from "../../../db/transact.ts";
import { isBehind } from "../../../rules/agenda/calendar/calendar.ts";
import { isNutrition } from "../../../rules/plans/judge-assignment.ts";
import { type PlanSpan, takeOver } from "../../../rules/plans/plan-dates.ts";
import { nextLook } from "../../../rules/agenda/calendar/next-look.ts";
import { dayRefreshed } from "../day-refreshed.ts";
import { projectDays } from "../project-days.ts";
import { lookInHalves } from "./look-in-halves.ts";
import { bringUpToNow, openBegunDays } from "./open-days.ts";

/** Where a slice begins: behind the last assignment of the slice before. */
export interface SpreadInput {
  readonly after: string | null;
}

/** What one slice did. */
export interface SpreadSlice {
  /** Assignments that took a newer revision over. */
  readonly takenCount: number;
  /** Relationships that failed by themselves. */
  readonly failedCount: number;
  /** Null once a page was not full. */
  readonly after: string | null;
}

/**
 * One slice of what brings published revisions to those who follow them (docs/rules.md#plans-followers): at most 50
 * assignments in one transaction. What somebody else holds, or fails by itself, is left, and found again by the next
 * look; a plan counts as spread only once nobody is behind.
 */
export async function spreadRevisions(
  { em, log }: { readonly em: SqlEntityManager; readonly log: Logger },
  { after }: SpreadInput,
): Promise<SpreadSlice> {
  const behind = await listFollowersBehind(em.fork(), { after, limit: MAX_SWEPT_SCOPES });
  const ids = [...new Set(behind.map(({ relationshipId }) => relationshipId))];
  const { doneCount: takenCount, failedCount } = await lookInHalves(ids, {
    together: async (some) =>
      await transact(em, async (tx) => await spreadTo(tx, some), { isolates: some.length === 1 }),
    alone: async (relationshipId, error) => {
      const failureClass = faultClassOf(error);
      log.error({ relationshipId, failureClass, err: error }, "a revision was not taken over");
      await leaveForLater(em, relationshipId);
    },
  });
  if (behind.length === MAX_SWEPT_SCOPES)
    return { takenCount, failedCount, after: behind.at(-1)?.assignmentId ?? null };
  await transact(em, markSpread);
  return { takenCount, failedCount, after: null };
}

/** Waits longer after each failure, so that one that always fails costs little (docs/rules.md#plans-followers). */
async function leaveForLater(em: SqlEntityManager, relationshipId: string): Promise<void> {
  await transact(em, async (tx) => {
    await limitLocks(tx);
    const failures = (await countSpreadFailures(tx, relationshipId)) + 1;
    const spreadAt = nextLook(failures, await clockNow(tx));
    await postponeSpread(tx, relationshipId, { spreadFailures: failures, spreadAt });
  });
}

async function spreadTo(tx: Tx, relationshipIds: readonly string[]): Promise<number> {
  await limitLocks(tx);
  const free = await lockFreeCalendars(tx, await lockFreeScopes(tx, relationshipIds));
  const origin = { now: await clockNow(tx), requestId: null };
  const { calendars } = await openBegunDays(tx, free, origin);
  // Who missed many days has not come to the present one yet.
  const present = free.filter((id) => {
    const calendar = calendars.get(id);
    return calendar !== undefined && !isBehind(calendar, origin.now);
  });
  const newer = await listNewerRevisions(tx, present);
  const taken = newer.map(({ relationshipId, revision, content, ...assigned }) => {
    const localDate = calendars.get(relationshipId)?.localDate;
    if (localDate === undefined) throw new Error("A relationship has no calendar");
    const { id, planKind } = assigned;
    const owner = { id, planKind, relationshipId, localDate };
    return {
      ...owner,
      appliedRevision: revision,
      ...takeOver(assigned, { revision, content }, localDate),
    };
  });
  await storeTakenOver(tx, taken, origin.now);
  const withdrawn = await withdrawLeftOut(tx, taken, origin.now);
  const touched = [...new Set(taken.map(({ relationshipId }) => relationshipId))];
  // Of what the client began, which stays, today warns from now on: the counter moves for that too.
  const changes = touched.map((relationshipId) => {
    const ofIt = ({ relationshipId: id }: { readonly relationshipId: string }) =>
      id === relationshipId;
    const cards = withdrawn.filter(ofIt).map(({ id }) => id);
    const programs = taken.filter(ofIt).filter(({ planKind }) => planKind === "PROGRAM");
    const plan_assignment = programs.map(({ id }) => id);
    const told = { agenda_task: [], agenda_card: cards };
    return { relationshipId, changes: programs.length > 0 ? { ...told, plan_assignment } : told };
  });
  await recordScopeChanges(tx, changes, origin.now);
  await bringUpToNow(tx, touched, origin);
  const days = distinctDays(withdrawn);
  await projectDays(tx, days, origin.now);
  const schedules = taken
    .filter(isNutritionThatRuns)
    .map((schedule) => takenOver(schedule, "NutritionScheduleChanged"));
  const programs = taken.filter(({ planKind }) => planKind === "PROGRAM");
  const revised = programs.map((program) => takenOver(program, "ProgramRevised"));
  await appendEvents(tx, [...schedules, ...revised, ...days.map(dayRefreshed)], origin);
  return taken.length;
}

/** The present day's card goes where the newer revision leaves that day out; also where the calendar stands still. */
async function withdrawLeftOut(
  tx: Tx,
  taken: readonly {
    readonly id: string;
    readonly relationshipId: string;
    readonly planKind: PlanKind;
    readonly plannedDates: readonly string[];
    readonly localDate: string;
  }[],
  now: Date,
): Promise<readonly ChangedCard[]> {
  const leftOut = taken.filter(
    ({ planKind, plannedDates, localDate }) =>
      planKind === "CUSTOM_REMINDER" && !plannedDates.includes(localDate),
  );
  const sources = leftOut.map(({ relationshipId, id: sourceId, localDate: fromLocalDate }) => ({
    relationshipId,
    sourceId,
    fromLocalDate,
  }));
  return await withdrawCards(tx, sources, now);
}

/** What is paused only notes the revision. */
function isNutritionThatRuns(taken: {
  readonly planKind: PlanKind;
  readonly spans: readonly PlanSpan[];
}): boolean {
  return isNutrition(taken.planKind) && taken.spans.some(({ until }) => until === null);
}

/** Its dates, times or what is done on them are others from now on. */
function takenOver(
  taken: {
    readonly id: string;
    readonly relationshipId: string;
    readonly appliedRevision: number;
  },
  type: "NutritionScheduleChanged" | "ProgramRevised",
): DomainEvent {
  const { id, relationshipId, appliedRevision: version } = taken;
  const refs = { assignmentId: id, relationshipId };
  return { eventId: newId(), type, subjectId: id, version, refs };
}
