import type { DomainEvent } from "../../contract/outbox/vocabulary.ts";
import { Refusal } from "../../contract/refusal.ts";
import { stateConflict } from "../../contract/state-conflict.ts";
import { deviceActor } from "../../contract/sync/device-actor.ts";
import { executorOf } from "../../db/platform/pipeline/pipeline.ts";
import { lockScope } from "../../db/platform/scopes/lock-scopes.ts";
import { newId } from "../../db/platform/new-id.ts";
import { appendEvents } from "../../db/outbox/append-events.ts";
import {
  loadReviewableDays,
  markReviewed,
  type ReviewableDay,
} from "../../db/quick-log/load-reviewable-days.ts";
import { getRelationshipStatus } from "../../db/relationships/queries.ts";
import { recordScopeChanges } from "../../db/platform/scopes/record-scope-changes.ts";
import { clockNow, type Tx } from "../../db/platform/transactions/transact.ts";
import { judgeReview } from "../../rules/agenda/judge-review.ts";
import { type DayAfter, dayReviewed, seenUntil } from "../../rules/quick-log/day-reviewed.ts";
import { openDays } from "../agenda/calendar/open-days.ts";

/**
 * Reviews a day (docs/rooms/quick-log.md#review). The scope's lock orders each operation and each undo before or
 * after it. It covers what the coach saw, like a review made offline.
 *
 * @throws Refusal NOT_FOUND (no such day), STATE_CONFLICT (in the future, or another version than was seen),
 * RELATIONSHIP_INACTIVE (ended).
 */
export async function reviewDay(tx: Tx, review: DayReview): Promise<ReviewedDay> {
  const { relationshipId, localDate, seen, requestId } = review;
  if (!(await lockScope(tx, relationshipId))) throw new Refusal("NOT_FOUND");
  const now = await clockNow(tx);
  const { localDate: presentDate } = await openDays(tx, relationshipId, { now, requestId });
  const relationshipStatus = await getRelationshipStatus(tx, relationshipId);
  const refusal = judgeReview({ relationshipStatus, localDate, presentDate });
  if (refusal !== null)
    throw refusal === "STATE_CONFLICT" ? stateConflict("DAY_NOT_BEGUN") : new Refusal(refusal);
  const [day] = await loadReviewableDays(executorOf(tx), relationshipId, [localDate]);
  if (day === undefined) throw new Refusal("NOT_FOUND");
  if (day.version !== seen.version) throw stateConflict("CHANGED_SINCE_READ");
  const after = dayReviewed(day, seenUntil(day, seen.at, now), now);
  await markReviewed(executorOf(tx), relationshipId, [{ localDate, ...after }]);
  await recordScopeChanges(tx, [{ relationshipId, changes: {} }], now);
  const undo = closedUndo(day, after);
  await appendEvents(tx, reviewEvents(review, undo), { now, requestId });
  const { reviewedAt, lastReviewedAt } = after;
  return {
    reviewedAt: reviewedAt.toISOString(),
    lastReviewedAt: lastReviewedAt.toISOString(),
    ...undo,
  };
}

/** A coach reviews a local day of a client. */
export interface DayReview {
  readonly workspaceId: string;
  readonly relationshipId: string;
  readonly localDate: string;
  readonly byUserId: string;
  /** The version of the day that the coach saw, and when it was read. */
  readonly seen: { readonly version: number; readonly at: Date };
  readonly requestId: string;
}

/** The answer about a reviewed day. */
export interface ReviewedDay extends ClosedUndo {
  /** The first review, RFC 3339. */
  readonly reviewedAt: string;
  /** The present review. */
  readonly lastReviewedAt: string;
}

/** The undo windows that a review closed. */
interface ClosedUndo {
  /** True if something could be undone until now. */
  readonly undoClosed: boolean;
  /** The device whose actor waits for the end of the undo window; null if none does. */
  readonly undoDeviceId: string | null;
}

/** The undo windows that a review of a day closed. */
export function closedUndo(
  { isOpen, undoDeviceId }: ReviewableDay,
  { undoClosedAt }: DayAfter,
): ClosedUndo {
  return { undoClosed: undoClosedAt !== null, undoDeviceId: isOpen ? undoDeviceId : null };
}

/** Wakes only the device that waits for the end of the undo window, so that it stops waiting. */
export function reviewEvents(
  { workspaceId, relationshipId, localDate, byUserId }: Omit<DayReview, "requestId" | "seen">,
  { undoClosed, undoDeviceId }: ClosedUndo,
): readonly DomainEvent[] {
  const event: DomainEvent = {
    eventId: newId(),
    type: "DayReviewed",
    subjectId: relationshipId,
    version: 0,
    refs: { workspaceId, relationshipId, localDate, byUserId },
  };
  const reviewed =
    undoDeviceId === null ? event : deviceActor.wokenBy(event, { deviceId: undoDeviceId });
  return undoClosed ? [reviewed, dayUndoClosed({ relationshipId, localDate })] : [reviewed];
}

/**
 * The event that nothing logged on a day can be undone any more; emitted again if late evidence reopened the window.
 */
export function dayUndoClosed(day: {
  readonly relationshipId: string;
  readonly localDate: string;
}): DomainEvent {
  const { relationshipId, localDate } = day;
  return {
    eventId: newId(),
    type: "DayUndoClosed",
    subjectId: relationshipId,
    version: 0,
    refs: { relationshipId, localDate },
  };
}
