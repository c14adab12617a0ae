import type { TaskState } from "../quick-log/types.ts";
import { isOpen } from "../../contract/agenda/order-agenda.ts";
import { changed, correctedInstant, earliest, newSessionOf, workoutOf } from "./new-session.ts";
import { done, refused, type SessionCase, type SessionOutcome } from "./session-outcome.ts";
import { SUBMIT_MEETS } from "./conflicts/submit-meets.ts";

/**
 * Starts a session (docs/rooms/workouts.md#start) from a package that is still offered, for a task that it can still
 * complete. The task starts by today's start rule; a skipped or replaced task stays as it is.
 */
export function startSession(start: Start): SessionOutcome {
  const { view, pack, payload, moment } = start;
  const session = newSessionOf(start);
  const startedAt = correctedInstant(payload.startedAt, moment);
  const begun = changed(session, moment, {
    ...(payload.clientRevision > session.clientRevision && workoutOf(pack)),
    status: session.status === "ABANDONED" ? "IN_PROGRESS" : session.status,
    startedAt: view.session === undefined ? startedAt : earliest(session.startedAt, startedAt),
    clientRevision: Math.max(session.clientRevision, payload.clientRevision),
  });
  // A submitted session was started before.
  if (session.status === "SUBMITTED") return done(session);
  if (pack.stopUse) return refused("SNAPSHOT_SUPERSEDED");
  const isNew = view.session === undefined;
  if (isNew && (startedAt ?? moment.now) >= pack.expiresAt) return refused("PACKAGE_EXPIRED");
  const met = SUBMIT_MEETS[view.task?.task.status ?? "NONE"];
  if (met === "TASK_CANCELED") return refused(met);
  if (met === "SESSION_ALREADY_SUBMITTED" || isDecided(start))
    return refused("SESSION_ALREADY_SUBMITTED");
  const isBegun = view.task !== undefined && begins(view.task, startedAt);
  return done(begun, isBegun ? { taskId: payload.taskId, to: "IN_PROGRESS" } : null);
}

type Start = SessionCase<"workout.start-session">;

/** Whether another session of the task counts already. */
export function isDecided({ view: { others } }: Pick<SessionCase, "view">): boolean {
  return others.some(({ status }) => status === "SUBMITTED");
}

/** A started task stays as it is; on a closed day the task records that it was started in time. */
function begins({ task, dayClosedAt }: TaskState, startedAt: Date | null): boolean {
  if (dayClosedAt === null) return isOpen(task.status) && task.status !== "IN_PROGRESS";
  if (task.status !== "MISSED" || task.lateEvidence) return false;
  return startedAt !== null && startedAt < dayClosedAt;
}
