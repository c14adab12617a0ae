import { Refusal } from "../../contract/refusal.ts";
import { stateConflict } from "../../contract/state-conflict.ts";
import type { ReviewedSession } from "../../contract/workouts/coach-schema.ts";
import { lockScope } from "../../db/platform/scopes/lock-scopes.ts";
import { idFrom } from "../../db/platform/new-id.ts";
import { appendEvents } from "../../db/outbox/append-events.ts";
import { recordScopeChanges } from "../../db/platform/scopes/record-scope-changes.ts";
import { getRelationshipStatus } from "../../db/relationships/queries.ts";
import { clockNow, type Tx } from "../../db/platform/transactions/transact.ts";
import {
  findSessionToReview,
  markSessionReviewed,
} from "../../db/workouts/sessions/find-session-to-review.ts";
import { openDays } from "../agenda/calendar/open-days.ts";

/**
 * Reviews a submitted session (docs/rooms/workouts.md#review). The scope's lock orders each correction before the
 * review, which then shows it, or after it. Only the first review emits `WorkoutReviewed`.
 *
 * @throws Refusal NOT_FOUND (no such session), STATE_CONFLICT (not submitted), RELATIONSHIP_INACTIVE (ended).
 */
export async function reviewSession(tx: Tx, review: SessionReview): Promise<ReviewedSession> {
  const { workspaceId, relationshipId, sessionId, byUserId, requestId } = review;
  if (!(await lockScope(tx, relationshipId))) throw new Refusal("NOT_FOUND");
  const now = await clockNow(tx);
  await openDays(tx, relationshipId, { now, requestId });
  const session = await findSessionToReview(tx, review);
  if (session === undefined) throw new Refusal("NOT_FOUND");
  if ((await getRelationshipStatus(tx, relationshipId)) === "ENDED")
    throw new Refusal("RELATIONSHIP_INACTIVE");
  if (session.status !== "SUBMITTED") throw stateConflict("NOT_SUBMITTED");
  const reviewedAt = session.reviewedAt ?? now;
  await markSessionReviewed(tx, sessionId, reviewedAt);
  const changes = { workout_session: [sessionId] };
  await recordScopeChanges(tx, [{ relationshipId, changes }], now);
  const type = "WorkoutReviewed";
  const refs = { workspaceId, relationshipId, sessionId, byUserId };
  const event = {
    eventId: idFrom(sessionId, type),
    type,
    subjectId: sessionId,
    version: 0,
    refs,
  } as const;
  if (session.reviewedAt === null) await appendEvents(tx, [event], { now, requestId });
  return { sessionId, reviewedAt: reviewedAt.toISOString() };
}

/** A coach reviews a session of a client. */
export interface SessionReview {
  readonly workspaceId: string;
  readonly relationshipId: string;
  readonly sessionId: string;
  readonly byUserId: string;
  readonly requestId: string;
}
