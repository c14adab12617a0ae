import type { RelationshipStatus } from "../relationships/vocabulary.ts";

export const COACH_TASK_STATUSES = [
  "OPEN",
  "IN_PROGRESS",
  "SNOOZED",
  "RESOLVED",
  "DISMISSED",
  "ARCHIVED",
] as const;
export type CoachTaskStatus = (typeof COACH_TASK_STATUSES)[number];

/** Statuses of an unresolved task; a source has at most one such task. */
export const UNRESOLVED_STATUSES = [
  "OPEN",
  "IN_PROGRESS",
  "SNOOZED",
] as const satisfies readonly CoachTaskStatus[];

/** Statuses that the inbox shows by default; a task counts as OPEN once its snooze ended. */
export const ACTIVE_STATUSES = [
  "OPEN",
  "IN_PROGRESS",
] as const satisfies readonly CoachTaskStatus[];

/** Mildest first. */
export const SEVERITIES = ["LOW", "NORMAL", "HIGH", "URGENT"] as const;
export type Severity = (typeof SEVERITIES)[number];

/** Severities that may be deferred: snoozed, or dismissed until the event happens again. */
export const PATIENT_SEVERITIES = ["LOW", "NORMAL"] as const satisfies readonly Severity[];

export const RESOLUTION_TYPES = [
  "SOURCE_COMPLETED",
  "MESSAGE_SENT",
  "PLAN_UPDATED",
  "NUDGE_SENT",
  "HANDLED_OUTSIDE_APP",
  "NOT_RELEVANT",
  "DUPLICATE",
] as const;
export type ResolutionType = (typeof RESOLUTION_TYPES)[number];

export const DISMISS_REASONS = [
  "DUPLICATE",
  "NOT_RELEVANT",
  "HANDLED_OUTSIDE_APP",
  "CLIENT_PAUSED",
] as const;
export type DismissReason = (typeof DISMISS_REASONS)[number];

export const SNOOZE_PRESETS = ["ONE_HOUR", "TOMORROW_MORNING", "NEXT_CHECK_IN"] as const;
export type SnoozePreset = (typeof SNOOZE_PRESETS)[number];

/** Why a closed or deferred task was reopened. */
export const REOPEN_REASONS = ["SNOOZE_ENDED", "IDLE", "SEVERITY_RAISED", "UNDONE"] as const;
export type ReopenReason = (typeof REOPEN_REASONS)[number];

/** Why a client filled in a form: a check-in of a plan, the questionnaire of the onboarding, or one given by itself. */
export const FORM_PURPOSES = ["CHECK_IN", "INTAKE", "SINGLE"] as const;

/** Events of other systems: one opens a task, the other closes it. */
export const OUTSIDE_EVENTS = ["ClientMessageNeedsReply", "ClientMessageReplied"] as const;
export type OutsideEvent = (typeof OUTSIDE_EVENTS)[number];

/** Actions of a coach on a task. */
export const COACH_TASK_ACTS = [
  "START",
  "RESOLVE",
  "REVIEW",
  "DISMISS",
  "SNOOZE",
  "UNSNOOZE",
  "PIN",
  "UNPIN",
  "ASSIGN",
  "UNDO",
] as const;
export type CoachTaskAct = (typeof COACH_TASK_ACTS)[number];

/** Event types of a task's history, oldest first. */
export const COACH_TASK_EVENT_TYPES = [
  "created",
  "refreshed",
  "viewed",
  "snoozed",
  "resolved",
  "dismissed",
  "reopened",
  "assigned",
  "pinned",
  "archived",
] as const;
export type CoachTaskEventType = (typeof COACH_TASK_EVENT_TYPES)[number];

/** The principal of a change. */
export const COACH_TASK_ACTORS = ["COACH", "SYSTEM"] as const;
export type CoachTaskActor = (typeof COACH_TASK_ACTORS)[number];

export const INBOX_SORTS = ["PRIORITY", "DUE", "NEWEST", "CLIENT"] as const;
export type InboxSort = (typeof INBOX_SORTS)[number];

/** Fixed weights of the score, apart from those of task types; each part is shown (docs/rooms/inbox.md#score). */
export const SCORE_WEIGHTS = {
  severity: { LOW: -10, NORMAL: 0, HIGH: 15, URGENT: 30 } satisfies Record<Severity, number>,
  due: { OVERDUE: 20, TODAY: 10, LATER: 0 },
  /** A client of an ended relationship has no tasks in the inbox. */
  client: { ONBOARDING: 10, ACTIVE: 0, PAUSED: -30, ENDED: 0 } satisfies Record<
    RelationshipStatus,
    number
  >,
  pin: 25,
} as const;

export const INBOX_LIMITS = {
  noteLength: 2_000,
  searchLength: 100,
  /** Maximum number of days of a snooze. */
  snoozeDays: 90,
  /** A task that was begun is reopened after this many hours without a change. */
  idleHours: 24,
  /** Maximum number of days between two checks by the actor of a task that waits for nothing. */
  lookDays: 7,
  /** Minutes within which a coach can undo their own decision. */
  undoMinutes: 10,
  untilOccurrences: 10,
  /** Maximum number of dates of occurrences in the facts about a task. */
  occurrenceDates: 10,
  bulk: 100,
  /** Days after which a closed task is archived. Texts about it are kept for `noteDays`. */
  archiveDays: 90,
  noteDays: 400,
  sourceEventDays: 400,
  /** Maximum number of tasks that changes list individually; if more changed, the list has to be read again. */
  changedTasks: 200,
  /** Hours for which changes, and cursors with them, are kept. */
  changeHours: 24,
  /** Maximum number of seconds that a console's long poll waits. */
  waitSeconds: 25,
  timelineDays: 30,
  timelineItems: 20,
} as const;

/** Target hours until a coach first acts on a task, by severity; milder ones have no target. */
export const FIRST_TOUCH_HOURS: Readonly<Partial<Record<Severity, number>>> = {
  URGENT: 4,
  HIGH: 24,
};

/** Time of TOMORROW_MORNING in the coach's zone. */
export const MORNING = "08:00";
