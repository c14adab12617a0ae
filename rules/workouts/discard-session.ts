import { EMPTY_CONTENT } from "./conflicts/merge-draft.ts";
import { changed, sessionOf } from "./new-session.ts";
import {
  done,
  refused,
  type SessionCase,
  type SessionOutcome,
  type SessionView,
} from "./session-outcome.ts";
import type { SessionMoment, WorkoutSession } from "./session-state.ts";

/**
 * Gives a draft up, known or not (docs/rooms/workouts.md#discard): nothing of it is taken afterwards. A task that was
 * begun with it waits again, unless another session of it is open. Of one that stands in conflict with what counts, what
 * was refused is given up.
 */
export function discardSession(discard: SessionCase<"workout.discard-session">): SessionOutcome {
  const { view, payload, moment } = discard;
  const session = sessionOf(discard);
  // What was refused of it is given up; what counts stands.
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

/** Only a refused draft is the phone's: the session was submitted, or another phone made it. */
function isOthers(
  session: WorkoutSession,
  { refusedFor }: SessionView,
  { lineageId }: SessionMoment,
): boolean {
  if (refusedFor !== lineageId) return false;
  return session.status === "SUBMITTED" || session.lineageId !== lineageId;
}
