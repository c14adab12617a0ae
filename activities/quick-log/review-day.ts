import type { DomainEvent } from "../../contract/outbox/vocabulary.ts";
import { Refusal } from "../../contract/refusal.ts";
import { stateConflict } from "../../contract/state-conflict.ts";
import { executorOf } from "../../db/platform/pipeline/pipeline.ts";
import { lockScope } from "../../db/platform/scopes/lock-scopes.ts";
import { newId } from "../../db/platform/new-id.ts";
import { appendEvents } from "../../db/outbox/append-events.ts";
import { loadReviewableDays, markReviewed } from "../../db/quick-log/load-reviewable-days.ts";
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
  await appendEvents(tx, reviewEvents(review, after), { now, requestId });
  const { reviewedAt, lastReviewedAt, undoClosedAt } = after;
  return {
    reviewedAt: reviewedAt.toISOString(),
    lastReviewedAt: lastReviewedAt.toISOString(),
    undoClosed: undoClosedAt !== null,
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
export interface ReviewedDay {
  /** The first review, RFC 3339. */
  readonly reviewedAt: string;
  /** The present review. */
  readonly lastReviewedAt: string;
  /** True if something could be undone until now. */
  readonly undoClosed: boolean;
}

/** The events of a review, and of the undo that it ended. */
export function reviewEvents(
  { workspaceId, relationshipId, localDate, byUserId }: Omit<DayReview, "requestId" | "seen">,
  { undoClosedAt }: Pick<DayAfter, "undoClosedAt">,
): readonly DomainEvent[] {
  const reviewed: DomainEvent = {
    eventId: newId(),
    type: "DayReviewed",
    subjectId: relationshipId,
    version: 0,
    refs: { workspaceId, relationshipId, localDate, byUserId },
  };
  return undoClosedAt === null
    ? [reviewed]
    : [reviewed, dayUndoClosed({ relationshipId, localDate })];
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
