import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { Logger } from "pino";
import type { DomainEvent } from "../../../contract/outbox/vocabulary.ts";
import type { PlanKind } from "../../../contract/plans/vocabulary.ts";
import { withdrawCards } from "../../../db/agenda/cards/withdraw-cards.ts";
import { lockFreeCalendars } from "../../../db/agenda/calendar/load-calendars.ts";
import type { RelationshipDay } from "../../../db/agenda/queries.ts";
import { faultClassOf } from "../../../db/fault-class.ts";
import { lockFreeScopes, MAX_SWEPT_SCOPES } from "../../../db/lock-scopes.ts";
import { newId } from "../../../db/new-id.ts";
import { appendEvents } from "../../../db/outbox/append-events.ts";
import {
  listFollowersBehind,
  listNewerRevisions,
  markSpread,
  storeTakenOver,
} from "../../../db/plans/followers.ts";
import { recordScopeChanges } from "../../../db/record-scope-changes.ts";
import { clockNow, transact, type Tx } from "../../../db/transact.ts";
import { isBehind } from "../../../rules/agenda/calendar/calendar.ts";
import { isNutrition } from "../../../rules/plans/judge-assignment.ts";
import { type PlanSpan, takeOver } from "../../../rules/plans/plan-dates.ts";
import { projectDays } from "../project-days.ts";
import { inHalves } from "./in-halves.ts";
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
  const { doneCount: takenCount, failedCount } = await inHalves(ids, {
    together: async (some) => await transact(em, async (tx) => await spreadTo(tx, some)),
    alone: async (relationshipId, error) => {
      const failureClass = faultClassOf(error);
      log.error({ relationshipId, failureClass, err: error }, "a revision was not taken over");
    },
  });
  if (behind.length === MAX_SWEPT_SCOPES)
    return { takenCount, failedCount, after: behind.at(-1)?.assignmentId ?? null };
  await transact(em, markSpread);
  return { takenCount, failedCount, after: null };
}

async function spreadTo(tx: Tx, relationshipIds: readonly string[]): Promise<number> {
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
  // A date that the newer revision leaves out has no card; one that it asks for gets it again below.
  const reminders = taken.filter(({ planKind }) => planKind === "CUSTOM_REMINDER");
  const withdrawn = await withdrawCards(
    tx,
    reminders.map(({ relationshipId, id, localDate }) => ({
      relationshipId,
      sourceId: id,
      fromLocalDate: localDate,
    })),
    origin.now,
  );
  const touched = [...new Set(taken.map(({ relationshipId }) => relationshipId))];
  // Of what the client began, which stays, today warns from now on: the counter moves for that too.
  const cards = Map.groupBy(withdrawn, ({ relationshipId }) => relationshipId);
  const changes = touched.map((relationshipId) => {
    const ids = (cards.get(relationshipId) ?? []).map(({ id }) => id);
    const programs = taken.filter(
      (each) => each.relationshipId === relationshipId && each.planKind === "PROGRAM",
    );
    const plan_assignment = programs.map(({ id }) => id);
    const isProgram = programs.length > 0;
    return {
      relationshipId,
      changes: { agenda_task: [], agenda_card: ids, ...(isProgram && { plan_assignment }) },
    };
  });
  await recordScopeChanges(tx, changes, origin.now);
  await bringUpToNow(tx, touched, origin);
  await projectDays(tx, distinctDays(withdrawn), origin.now);
  await appendEvents(tx, taken.filter(isNutritionThatRuns).map(scheduleChanged), origin);
  return taken.length;
}

/** What is paused only notes the revision. */
function isNutritionThatRuns(taken: {
  readonly planKind: PlanKind;
  readonly spans: readonly PlanSpan[];
}): boolean {
  return isNutrition(taken.planKind) && taken.spans.some(({ until }) => until === null);
}

/** Its dates, times or what is eaten on them are others from now on. */
function scheduleChanged(taken: {
  readonly id: string;
  readonly relationshipId: string;
  readonly appliedRevision: number;
}): DomainEvent {
  const { id, relationshipId, appliedRevision: version } = taken;
  const refs = { assignmentId: id, relationshipId };
  return { eventId: newId(), type: "NutritionScheduleChanged", subjectId: id, version, refs };
}

/** Of one source a relationship has one card a day, of several it may have more. */
function distinctDays(days: readonly RelationshipDay[]): readonly RelationshipDay[] {
  const byKey = new Map<string, RelationshipDay>();
  for (const { relationshipId, localDate } of days)
    byKey.set(`${relationshipId}/${localDate}`, { relationshipId, localDate });
  return [...byKey.values()];
}
