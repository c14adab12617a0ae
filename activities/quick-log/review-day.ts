import type { DomainEvent } from "../../contract/outbox/vocabulary.ts";
import { Refusal } from "../../contract/refusal.ts";
import { deviceActor } from "../../contract/sync/actors.ts";
import { lockScope } from "../../db/lock-scopes.ts";
import { newId } from "../../db/new-id.ts";
import { appendEvents } from "../../db/outbox/append-events.ts";
import { reviewDay as markReviewed, type ReviewedDay } from "../../db/quick-log/review-day.ts";
import { getRelationshipStatus } from "../../db/relationships/queries.ts";
import { recordScopeChanges } from "../../db/record-scope-changes.ts";
import { clockNow, type Tx } from "../../db/transact.ts";
import { judgeReview } from "../../rules/agenda/judge-review.ts";
import { openDays } from "../agenda/calendar/open-days.ts";

/** A coach reviews a local day of a client. */
export interface DayReview {
  readonly workspaceId: string;
  readonly relationshipId: string;
  readonly localDate: string;
  readonly byUserId: string;
  readonly requestId: string;
}

/**
 * Reviews a day (docs/rules.md#quick-log-review). Under the scope's lock, so that each operation and each undo comes
 * before it or after it.
 *
 * @throws Refusal NOT_FOUND (no such day), STATE_CONFLICT (still to come), RELATIONSHIP_INACTIVE (ended).
 */
export async function reviewDay(tx: Tx, review: DayReview): Promise<ReviewedDay> {
  const { relationshipId, localDate, requestId } = review;
  if (!(await lockScope(tx, relationshipId))) throw new Refusal("NOT_FOUND");
  const now = await clockNow(tx);
  const { localDate: presentDate } = await openDays(tx, relationshipId, { now, requestId });
  const relationshipStatus = await getRelationshipStatus(tx, relationshipId);
  const refusal = judgeReview({ relationshipStatus, localDate, presentDate });
  if (refusal !== null) throw new Refusal(refusal);
  const reviewed = await markReviewed(tx, { relationshipId, localDate }, now);
  if (reviewed === null) throw new Refusal("NOT_FOUND");
  await recordScopeChanges(tx, [{ relationshipId, changes: {} }], now);
  await appendEvents(tx, reviewEvents(review, reviewed), { now, requestId });
  return reviewed;
}

/** The device that waits for the end of the undo is told, so that it waits no more; no other one is. */
function reviewEvents(
  { workspaceId, relationshipId, localDate, byUserId }: DayReview,
  { undoClosed, undoDeviceId }: ReviewedDay,
): readonly DomainEvent[] {
  const told: DomainEvent = {
    eventId: newId(),
    type: "DayReviewed",
    subjectId: relationshipId,
    version: 0,
    refs: { workspaceId, relationshipId, localDate, byUserId },
  };
  const reviewed =
    undoDeviceId === null ? told : deviceActor.wokenBy(told, { deviceId: undoDeviceId });
  return undoClosed ? [reviewed, dayUndoClosed({ relationshipId, localDate })] : [reviewed];
}

/** Nothing that was logged of a day can be undone any more; told again when it was opened by what came late. */
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
