import type { CoachTaskType } from "../../contract/inbox/source-vocabulary.ts";
import type { inboxTaskActor } from "../../contract/inbox/inbox-task-actor.ts";
import {
  type CoachTaskStatus,
  INBOX_LIMITS,
  type ReopenReason,
  type Severity,
} from "../../contract/inbox/vocabulary.ts";
import type { DueReasonOf } from "../../contract/outbox/define-actor.ts";
import type { ActorDeadline } from "../outbox/actor-agenda.ts";
import { isPatient, isUnresolved } from "./settle-case.ts";

/** The transitions that are due for a task at an instant. */
export interface TaskDeadline {
  /** Why it returns to OPEN now; null if it does not. */
  readonly reopens: Extract<ReopenReason, "SNOOZE_ENDED" | "IDLE"> | null;
  /** It passed its due instant or its first-touch goal, and nobody was notified. */
  readonly isLate: boolean;
  /** The undo of a resolution as NUDGE_SENT is over, and its nudge is not decided yet. */
  readonly isNudgeDue: boolean;
}

const HOUR_MS = 3_600_000;
const IDLE_MS = INBOX_LIMITS.idleHours * HOUR_MS;
const RECHECK_MS = INBOX_LIMITS.lookDays * 24 * HOUR_MS;

/** The fields of a task that decide when its actor acts. */
export interface WaitingTask {
  readonly id: string;
  readonly taskType: CoachTaskType;
  readonly status: CoachTaskStatus;
  readonly severity: Severity;
  readonly snoozedUntil: Date | null;
  readonly dueAt: Date | null;
  readonly goalAt: Date | null;
  readonly startedAt: Date | null;
  readonly touchedAt: Date | null;
  /** When somebody was last notified that it is late. */
  readonly lateToldAt: Date | null;
  /** When the nudge of its resolution is decided; null without one. */
  readonly nudgeAt: Date | null;
  readonly nudgeNotificationId: string | null;
}

/**
 * The actor's transition of a task now (docs/rooms/inbox.md#moments). Evaluating it early has no effect.
 */
export function taskDeadline(task: WaitingTask, now: Date): TaskDeadline {
  const reasons = new Set<DueReason>(
    instantsOf(task).flatMap(({ at, reason }) => (at <= now ? [reason] : [])),
  );
  const idle = reasons.has("IDLE") ? ("IDLE" as const) : null;
  return {
    reopens: reasons.has("SNOOZE") ? "SNOOZE_ENDED" : idle,
    isLate: reasons.has("DUE") || reasons.has("GOAL"),
    isNudgeDue: reasons.has("NUDGE"),
  };
}

type DueReason = DueReasonOf<typeof inboxTaskActor>;

/** When and why the actor of a task wakes next; null for a closed task whose nudge, if any, is decided. */
export function nextTaskDeadline(task: WaitingTask, now: Date): ActorDeadline<DueReason> | null {
  const [first, ...others] = instantsOf(task);
  if (first === undefined && !isUnresolved(task.status)) return null;
  if (first === undefined) return { at: recheckAfter(task.id, now), reason: "LOOK" };
  return others.reduce((one, other) => (other.at < one.at ? other : one), first);
}

/**
 * Whether a late task is also reported when nobody touches it, and to the owner. Missed check-ins are not: their due
 * instant is reported once, to the responsible coach (docs/rooms/inbox.md#notifications).
 */
export function escalates(taskType: CoachTaskType): boolean {
  return taskType !== "MISSED_CHECK_IN";
}

/** The instants that a task waits for; the first wins if several are equal. */
function instantsOf(task: WaitingTask): readonly ActorDeadline<DueReason>[] {
  if (!isUnresolved(task.status)) {
    const at = task.nudgeNotificationId === null ? task.nudgeAt : null;
    return at === null ? [] : [{ at, reason: "NUDGE" }];
  }
  const { status, severity, taskType, snoozedUntil, dueAt, goalAt, touchedAt, startedAt } = task;
  if (status === "SNOOZED")
    return snoozedUntil === null ? [] : [{ at: snoozedUntil, reason: "SNOOZE" as const }];
  const touched = latest(startedAt, touchedAt);
  const goal = touchedAt === null && escalates(taskType) ? goalAt : null;
  const notifiesWhenDue = !isPatient(severity);
  return [
    ...(notifiesWhenDue
      ? unnotified(task, dueAt).map((at) => ({ at, reason: "DUE" as const }))
      : []),
    ...(notifiesWhenDue
      ? unnotified(task, goal).map((at) => ({ at, reason: "GOAL" as const }))
      : []),
    ...(status === "IN_PROGRESS" && touched !== null
      ? [{ at: new Date(touched.getTime() + IDLE_MS), reason: "IDLE" as const }]
      : []),
  ];
}

/** The instant, unless somebody has been notified since. */
function unnotified({ lateToldAt }: WaitingTask, at: Date | null): readonly Date[] {
  return at === null || (lateToldAt !== null && lateToldAt >= at) ? [] : [at];
}

function latest(one: Date | null, other: Date | null): Date | null {
  if (one === null || other === null) return one ?? other;
  return one > other ? one : other;
}

/** Within seven days, at a moment of the week derived from the id, so that tasks do not all wake at once. */
function recheckAfter(id: string, now: Date): Date {
  const phase = Number.parseInt(id.slice(-8), 16) % RECHECK_MS;
  const weeks = Math.floor((now.getTime() - phase) / RECHECK_MS) + 1;
  return new Date(weeks * RECHECK_MS + phase);
}
