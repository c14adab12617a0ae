import { SOURCES } from "../../../contract/inbox/source-vocabulary.ts";
import type { DomainEvent } from "../../../contract/outbox/vocabulary.ts";
import {
  type ReviewedFall,
  writeReviewedFalls,
} from "../../../db/agenda/adherence/write-reviewed-falls.ts";
import type { CoachTask } from "../../../db/inbox/coach-task.ts";
import { listCoveredUntil } from "../../../db/inbox/sources/list-covered-until.ts";
import {
  markSubmissionsReviewed,
  type OpenSubmission,
} from "../../../db/inbox/sources/open-submissions.ts";
import type { QueryExecutor, Statement } from "../../../db/platform/pipeline/pipeline.ts";
import { newId } from "../../../db/platform/new-id.ts";
import {
  listReviewableSessions,
  type StoredSession,
  writeReviewedSessions,
} from "../../../db/workouts/sessions/reviewed-sessions.ts";
import { type ReviewedSession, sessionReviewed } from "../../../rules/workouts/session-reviewed.ts";
import { fallReviewed } from "../../agenda/fall-reviewed.ts";
import { workoutReviewed } from "../../workouts/review-session.ts";
import { refsOf } from "../record-changes.ts";
import type { LoadedTask } from "./loaded-task.ts";

/**
 * The review of a task's source, as the room of the source writes it. It covers what the task's version has: a session
 * up to its newest correction that the task knows, the newest fall that the task knows (docs/rooms/inbox.md#coverage).
 */
export function sourceReview(
  { task, now }: LoadedTask,
  { coveredUntil, session, submissions }: ReviewedVersion & WithSubmissions,
  byUserId: string,
): SourceReview {
  const { workspaceId, relationshipId } = task;
  if (task.sourceKind === "WORKOUT") {
    if (session?.status !== "SUBMITTED") return {};
    const reviewed = sessionReviewed(session, coveredUntil, now);
    const event = { workspaceId, relationshipId, sessionId: session.id, byUserId };
    const events = reviewed.isFirst ? [workoutReviewed(event)] : [];
    return { session: { ...reviewed, relationshipId }, events };
  }
  if (task.sourceKind === "TREND") {
    if (coveredUntil === null) return {};
    const fall = { relationshipId, reviewedFallAt: coveredUntil };
    return { fall, events: [fallReviewed(fall, { workspaceId, byUserId })] };
  }
  if (task.sourceKind === "FORM" && submissions.length > 0) {
    const ids = submissions.map(({ submissionId }) => submissionId);
    return { submissions, events: ids.flatMap((id) => reviewedInInbox(task, id, byUserId)) };
  }
  return { events: reviewedInInbox(task, task.sourceId, byUserId) };
}

/** The rows and events of one review. A source that is gone has none. */
export interface SourceReview {
  readonly session?: ReviewedSession & { readonly relationshipId: string };
  readonly fall?: ReviewedFall;
  readonly submissions?: readonly OpenSubmission[];
  readonly events?: readonly DomainEvent[];
}

/** The version of a source that a task covers. */
export interface ReviewedVersion {
  /** When the newest occurrence of the task was accepted; null if the task has none. */
  readonly coveredUntil: Date | null;
  /** The present workout session; undefined for other sources. */
  readonly session: StoredSession | undefined;
}

/** The submitted forms that a review covers; none for other sources. */
interface WithSubmissions {
  readonly submissions: readonly OpenSubmission[];
}

/** The event of a source whose review only the inbox knows. */
function reviewedInInbox(
  task: CoachTask,
  subjectId: string,
  byUserId: string,
): readonly DomainEvent[] {
  const type = SOURCES[task.sourceKind].reviewedAs;
  if (type === null) return [];
  const refs = { ...refsOf(task, byUserId), coachTaskId: task.id };
  return [{ eventId: newId(), type, subjectId, version: 0, refs }];
}

/** Reads what reviews of some tasks cover. Two statements at most. */
export async function loadReviewedVersions(
  executor: QueryExecutor,
  tasks: readonly CoachTask[],
): Promise<(task: CoachTask) => ReviewedVersion> {
  const written = tasks.filter(({ sourceKind }) => ["WORKOUT", "TREND"].includes(sourceKind));
  const workouts = written.filter(({ sourceKind }) => sourceKind === "WORKOUT");
  const idsOf = (some: readonly CoachTask[], id: "id" | "sourceId") => some.map((task) => task[id]);
  const [coveredUntil, sessions] = await Promise.all([
    written.length === 0 ? null : listCoveredUntil(executor, idsOf(written, "id")),
    workouts.length === 0 ? [] : listReviewableSessions(executor, idsOf(workouts, "sourceId")),
  ]);
  const byId = new Map(sessions.map((session) => [session.id, session]));
  return ({ id, sourceId }) => ({
    coveredUntil: coveredUntil?.get(id) ?? null,
    session: byId.get(sourceId),
  });
}

/** The statements that write reviews into the rows of their sources, in lock order. */
export function reviewStatements(
  reviews: readonly SourceReview[],
  now: Date,
): readonly Statement<void>[] {
  const submissions = reviews.flatMap((review) => review.submissions ?? []);
  const falls = reviews.flatMap(({ fall }) => fall ?? []);
  const sessions = reviews.flatMap(({ session }) => session ?? []);
  return [
    (executor) => markSubmissionsReviewed(executor, submissions, now),
    (executor) => writeReviewedFalls(executor, falls),
    (executor) => writeReviewedSessions(executor, sessions),
  ];
}

/** The reviewed sessions of each relationship: their devices read them again. */
export function sessionsReviewed(
  reviews: readonly SourceReview[],
): ReadonlyMap<string, readonly string[]> {
  const sessions = reviews.flatMap(({ session }) => session ?? []);
  const grouped = Map.groupBy(sessions, ({ relationshipId }) => relationshipId);
  return new Map([...grouped].map(([of, own]) => [of, own.map(({ id }) => id)]));
}
