import { isOpen } from "../../contract/agenda/order-agenda.ts";
import type { PerformedFrom } from "../../contract/workouts/session-vocabulary.ts";
import { dayAfter, localDateOf, startOfLocalDay } from "../local-day.ts";
import type { TaskState } from "../quick-log/types.ts";
import { amendSession } from "./correct-session.ts";
import { exerciseFinder, judgeExercises, judgeSets, type ContentFault } from "./judge-sets.ts";
import { frozenContent, hasEqualContent } from "./conflicts/merge-draft.ts";
import { changed, correctedInstant, earliest, newSessionOf, workoutOf } from "./new-session.ts";
import {
  done,
  refused,
  type SessionCase,
  type SessionOutcome,
  type SessionRefusal,
} from "./session-outcome.ts";
import type { SessionMoment, WorkoutSession } from "./workout-session.ts";
import { isDecided } from "./start-session.ts";
import { SUBMIT_MEETS } from "./conflicts/submit-meets.ts";

/**
 * Submits a complete session (docs/rooms/workouts.md#submit): the first one of a task counts. A repeat is accepted
 * again; other content from the same phone, in time, corrects it.
 */
export function submitSession(submit: Submit): SessionOutcome {
  const { view, payload, moment } = submit;
  const { session } = view;
  if (session?.status === "SUBMITTED" && isSubmitOf(session, payload)) return done(session);
  if (session !== undefined && session.lineageId !== moment.lineageId)
    return refused(
      session.status === "SUBMITTED" ? "SESSION_ALREADY_SUBMITTED" : "SESSION_FOREIGN",
    );
  if (session?.status === "DISCARDED") return refused("SESSION_DISCARDED");
  const fault = judgeContent(submit);
  if (fault !== null) return refused(fault.code, { pointer: fault.pointer });
  if (session?.status === "SUBMITTED")
    return amendSession(session, submit, {
      revision: payload.frozenRevision,
      content: frozenContent(payload),
    });
  if (submit.pack.stopUse) return refused("SNAPSHOT_SUPERSEDED");
  return submitFirst(submit);
}

type Submit = SessionCase<"workout.submit-session">;

/** Whether it repeats a submit: same task, same content. */
function isSubmitOf({ taskId, content }: WorkoutSession, payload: Submit["payload"]): boolean {
  return taskId === payload.taskId && hasEqualContent(content, frozenContent(payload));
}

function submitFirst(submit: Submit): SessionOutcome {
  const { pack, payload, moment } = submit;
  const session = newSessionOf(submit);
  const reported = correctedInstant(payload.startedAt, moment);
  const startedAt =
    submit.view.session === undefined ? reported : earliest(session.startedAt, reported);
  const place = placeOf(submit, startedAt);
  if (place.kind === "REFUSED") return place;
  const { credited, isExpired } = place;
  const submitted = changed(session, moment, {
    status: "SUBMITTED",
    creditedTaskId: credited?.task.id ?? null,
    ...workoutOf(pack),
    clientRevision: Math.max(session.clientRevision, payload.frozenRevision),
    frozenRevision: payload.frozenRevision,
    performedFrom: isExpired ? "EXPIRED_SNAPSHOT" : performedFrom(submit),
    startedAt,
    finishedAt: correctedInstant(payload.finishedAt, moment),
    acceptedAt: moment.now,
    correctableUntil: endOfDay(moment),
    overtookSkip: credited?.task.status === "SKIPPED",
    submittedReceiptId: moment.receiptId,
    content: frozenContent(payload),
  });
  return done(submitted, credited && { taskId: credited.task.id, to: "COMPLETED" });
}

/** A replaced or renewed task shows it at once; its package is updated later. */
function performedFrom({ pack, view: { task, isRenewed } }: Submit): PerformedFrom {
  const isInForce = pack.isCurrent && !isRenewed && task?.task.status !== "SUPERSEDED";
  return isInForce ? "CURRENT" : "SUPERSEDED_SNAPSHOT";
}

/** End of the correction window: the end of the local day of acceptance. */
function endOfDay({ now, timezone }: SessionMoment): Date {
  return startOfLocalDay(dayAfter(localDateOf(now, timezone)), timezone);
}

/** The task that a submit completes, or none; `isExpired` if the session began after its day was over. */
interface Place {
  readonly kind: "PLACE";
  readonly credited: TaskState | null;
  readonly isExpired: boolean;
}

function placeOf(submit: Submit, startedAt: Date | null): Place | SessionRefusal {
  const { task, dayTasks } = submit.view;
  const met = SUBMIT_MEETS[task?.task.status ?? "NONE"];
  if (met === "TASK_CANCELED") return refused(met);
  if (met === "SESSION_ALREADY_SUBMITTED" || isDecided(submit))
    return refused("SESSION_ALREADY_SUBMITTED");
  if (met === "COMPLETES_ANOTHER" || task === undefined) {
    const credited = dayTasks.find(
      (other) => isCompletable(other) && beganInTime(other, startedAt),
    );
    return { kind: "PLACE", credited: credited ?? null, isExpired: false };
  }
  const inTime = beganInTime(task, startedAt);
  return { kind: "PLACE", credited: inTime ? task : null, isExpired: !inTime };
}

/** Whether it can still be done, or was missed and can be completed late. */
function isCompletable({ task }: TaskState): boolean {
  return isOpen(task.status) || task.status === "MISSED";
}

function beganInTime({ dayClosedAt }: TaskState, startedAt: Date | null): boolean {
  return dayClosedAt === null || (startedAt !== null && startedAt < dayClosedAt);
}

/** The first fault of a complete session: at least one set must be done. */
function judgeContent({ pack, payload }: Submit): ContentFault | null {
  const find = exerciseFinder(pack.snapshot);
  const fault = judgeExercises(find, payload.exercises) ?? judgeSets(find, payload);
  if (fault !== null) return fault;
  return payload.sets.some(({ completed }) => completed)
    ? null
    : { code: "INPUT_REQUIRED", pointer: "/sets" };
}
