import { EMPTY_CONTENT } from "./conflicts/merge-draft.ts";
import { changed, newSessionOf } from "./new-session.ts";
import {
  done,
  refused,
  type SessionCase,
  type SessionOutcome,
  type SessionView,
} from "./session-outcome.ts";
import type { SessionMoment, WorkoutSession } from "./workout-session.ts";

/**
 * Discards a draft, known or not (docs/rooms/workouts.md#discard): later data for it is not accepted. A task that
 * began with it returns to pending, unless another of its sessions is open. If the draft conflicts with the session
 * that counts, its refused part is discarded.
 */
export function discardSession(discard: SessionCase<"workout.discard-session">): SessionOutcome {
  const { view, payload, moment } = discard;
  const session = newSessionOf(discard);
  // The refused data is discarded; the session that counts stays.
  if (isOthers(session, view, moment)) return done(session);
  if (session.status === "DISCARDED") return done(session);
  if (session.status === "SUBMITTED") return refused("ACTION_NOT_OFFERED");
  const discarded = changed(session, moment, {
    status: "DISCARDED",
    clientRevision: Math.max(session.clientRevision, payload.clientRevision),
    content: EMPTY_CONTENT,
  });
  const isOpenElsewhere = view.others.some(({ status }) => status === "IN_PROGRESS");
  const waitsAgain =
    view.session?.taskId === payload.taskId &&
    view.task?.task.status === "IN_PROGRESS" &&
    !isOpenElsewhere;
  return done(discarded, waitsAgain ? { taskId: payload.taskId, to: "PENDING" } : null);
}

/** Only the refused draft belongs to this phone: the session was submitted, or another phone made it. */
function isOthers(
  session: WorkoutSession,
  { refusedFor }: SessionView,
  { lineageId }: SessionMoment,
): boolean {
  if (refusedFor !== lineageId) return false;
  return session.status === "SUBMITTED" || session.lineageId !== lineageId;
}
