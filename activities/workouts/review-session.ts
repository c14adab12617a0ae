import type { DomainEvent } from "../../contract/outbox/vocabulary.ts";
import { Refusal } from "../../contract/refusal.ts";
import { stateConflict } from "../../contract/state-conflict.ts";
import type { ReviewedSession } from "../../contract/workouts/coach-schema.ts";
import { executorOf } from "../../db/platform/pipeline/pipeline.ts";
import { lockScope } from "../../db/platform/scopes/lock-scopes.ts";
import { idFrom } from "../../db/platform/new-id.ts";
import { appendEvents } from "../../db/outbox/append-events.ts";
import { recordScopeChanges } from "../../db/platform/scopes/record-scope-changes.ts";
import { getRelationshipStatus } from "../../db/relationships/queries.ts";
import { clockNow, type Tx } from "../../db/platform/transactions/transact.ts";
import {
  listReviewableSessions,
  writeReviewedSessions,
} from "../../db/workouts/sessions/reviewed-sessions.ts";
import { sessionReviewed } from "../../rules/workouts/session-reviewed.ts";
import { openDays } from "../agenda/calendar/open-days.ts";

/**
 * Reviews a submitted session (docs/rooms/workouts.md#review). The scope's lock orders each correction before the
 * review, which then shows it, or after it. Only the first review emits `WorkoutReviewed`.
 *
 * @throws Refusal NOT_FOUND (no such session), STATE_CONFLICT (not submitted), RELATIONSHIP_INACTIVE (ended).
 */
export async function reviewSession(tx: Tx, review: SessionReview): Promise<ReviewedSession> {
  const { relationshipId, sessionId, requestId } = review;
  if (!(await lockScope(tx, relationshipId))) throw new Refusal("NOT_FOUND");
  const now = await clockNow(tx);
  await openDays(tx, relationshipId, { now, requestId });
  const [session] = await listReviewableSessions(executorOf(tx), [sessionId]);
  if (session?.relationshipId !== relationshipId) throw new Refusal("NOT_FOUND");
  if ((await getRelationshipStatus(tx, relationshipId)) === "ENDED")
    throw new Refusal("RELATIONSHIP_INACTIVE");
  if (session.status !== "SUBMITTED") throw stateConflict("NOT_SUBMITTED");
  const reviewed = sessionReviewed(session, null, now);
  await writeReviewedSessions(executorOf(tx), [reviewed]);
  const changes = { workout_session: [sessionId] };
  await recordScopeChanges(tx, [{ relationshipId, changes }], now);
  if (reviewed.isFirst) await appendEvents(tx, [workoutReviewed(review)], { now, requestId });
  return { sessionId, reviewedAt: reviewed.reviewedAt.toISOString() };
}

/** A coach reviews a session of a client. */
export interface SessionReview {
  readonly workspaceId: string;
  readonly relationshipId: string;
  readonly sessionId: string;
  readonly byUserId: string;
  readonly requestId: string;
}

/** The event of a session's first review; its id is the same in each attempt. */
export function workoutReviewed({
  workspaceId,
  relationshipId,
  sessionId,
  byUserId,
}: Omit<SessionReview, "requestId">): DomainEvent {
  const type = "WorkoutReviewed";
  const refs = { workspaceId, relationshipId, sessionId, byUserId };
  return { eventId: idFrom(sessionId, type), type, subjectId: sessionId, version: 0, refs };
}
