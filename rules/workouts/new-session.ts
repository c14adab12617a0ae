import { EMPTY_CONTENT } from "./conflicts/merge-draft.ts";
import type { SessionCase } from "./session-outcome.ts";
import type { IssuedPackage, SessionMoment, WorkoutSession } from "./workout-session.ts";

/** The existing session of a draft, or a new empty one that begins with this operation. */
export function newSessionOf({
  view,
  pack,
  payload,
  moment,
  newId,
}: Omit<SessionCase, "payload"> & {
  readonly payload: Pick<SessionCase["payload"], "clientSessionId">;
}): WorkoutSession {
  if (view.session !== undefined) return view.session;
  return {
    id: newId,
    clientSessionId: payload.clientSessionId,
    lineageId: moment.lineageId,
    ...workoutOf(pack),
    creditedTaskId: null,
    status: "IN_PROGRESS",
    clientRevision: 0,
    frozenRevision: null,
    performedFrom: null,
    startedAt: moment.recordedAt,
    finishedAt: null,
    acceptedAt: null,
    correctableUntil: null,
    reviewedAt: null,
    changedAfterReviewAt: null,
    overtookSkip: false,
    submittedReceiptId: null,
    changedReceiptId: moment.receiptId,
    changedAt: moment.now,
    content: EMPTY_CONTENT,
  };
}

/**
 * The workout of a session. With its next start or submit, a draft moves to the workout that replaced its own, and
 * then belongs to that task and day (docs/rooms/workouts.md#drafts).
 */
export function workoutOf({
  id: packageId,
  taskId,
  snapshotChecksum,
  assignmentId,
  programDay,
  localDate,
}: IssuedPackage): Pick<
  WorkoutSession,
  "packageId" | "taskId" | "snapshotChecksum" | "assignmentId" | "programDay" | "localDate"
> {
  return { packageId, taskId, snapshotChecksum, assignmentId, programDay, localDate };
}

/** A session with the changes of an operation. */
export function changed(
  session: WorkoutSession,
  { receiptId, now }: SessionMoment,
  changes: Partial<WorkoutSession>,
): WorkoutSession {
  return { ...session, ...changes, changedReceiptId: receiptId, changedAt: now };
}

/** The earliest instant that can be stored: PostgreSQL has no year 0. */
const FIRST_INSTANT = Date.parse("0001-01-01T00:00:00.000Z");

/**
 * An instant that a device reported with an operation, by corrected clock and not after the operation. Null if the
 * device's time proves nothing, or cannot be stored.
 */
export function correctedInstant(
  reported: string,
  { recordedAt, offsetMs }: SessionMoment,
): Date | null {
  if (recordedAt === null) return null;
  const at = Math.min(Date.parse(reported) - offsetMs, recordedAt.getTime());
  return at < FIRST_INSTANT ? null : new Date(at);
}

/** The earlier of two instants, either of which may be null. */
export function earliest(one: Date | null, other: Date | null): Date | null {
  if (one === null || other === null) return one ?? other;
  return one < other ? one : other;
}
