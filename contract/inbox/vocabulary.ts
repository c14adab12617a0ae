import type { RelationshipStatus } from "../relationships/vocabulary.ts";

/** Subject of a coach task. */
export const COACH_TASK_TYPES = [
  "PROFILE_REVIEW",
  "FORM_REVIEW",
  "WORKOUT_REVIEW",
  "MISSED_CHECK_IN",
  "PROGRESS_ALERT",
  "NUTRITION_REVIEW",
  "MESSAGE_FOLLOW_UP",
  "PLAN_UPDATE",
] as const;
export type CoachTaskType = (typeof COACH_TASK_TYPES)[number];

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

/** Context that owns the source of a task. */
export const SOURCE_CONTEXTS = [
  "PROFILE",
  "FORMS",
  "PROGRAMS",
  "NUTRITION",
  "COMMUNICATION",
  "ANALYTICS",
] as const;
export type SourceContext = (typeof SOURCE_CONTEXTS)[number];

/** Permission that a member needs to open a source of each context (docs/rooms/inbox.md#permissions). */
export const SOURCE_PERMISSIONS = {
  PROFILE: "client.profile.read",
  FORMS: "forms.submissions.read",
  PROGRAMS: "programs.review",
  NUTRITION: "nutrition.review",
  COMMUNICATION: "messages.read",
  ANALYTICS: "client.risk_flags.read",
} as const satisfies Record<SourceContext, string>;

/** Kinds of rows that may need a coach, by the query that finds them (docs/rooms/inbox.md#sources). */
export const SOURCE_KINDS = [
  "PROFILE",
  "FORM",
  "QUESTIONNAIRE",
  "WORKOUT",
  "CHECK_IN",
  "TREND",
  "SKIP",
  "MESSAGE",
] as const;
export type SourceKind = (typeof SOURCE_KINDS)[number];

/** Events of other systems: one opens a task, the other closes it. */
export const OUTSIDE_EVENTS = ["ClientMessageNeedsReply", "ClientMessageReplied"] as const;
export type OutsideEvent = (typeof OUTSIDE_EVENTS)[number];

/**
 * Events in the history of a task. The codes reveal neither a client's text nor a reason, because other people may see a coach's
 * screen.
 */
export const SUMMARY_CODES = [
  "PROFILE_READY",
  "FORM_SUBMITTED",
  "QUESTIONNAIRE_SKIPPED",
  "WORKOUT_SUBMITTED",
  "CHECK_INS_MISSED",
  "ADHERENCE_FELL",
  "HELP_NEEDED",
  "OBSTACLES_MET",
  "TASKS_SKIPPED",
  "MESSAGE_WAITS",
  "SOURCE_DELETED",
] as const;
export type SummaryCode = (typeof SUMMARY_CODES)[number];

/** The reason for a task, as a coach reads it. */
export const WHY_SENTENCES: Readonly<Record<SummaryCode, string>> = {
  PROFILE_READY: "The baseline profile is complete, or was changed, and nobody has looked at it.",
  FORM_SUBMITTED: "A form was submitted and nobody has looked at it.",
  QUESTIONNAIRE_SKIPPED: "The questionnaire was put off.",
  WORKOUT_SUBMITTED: "A workout was submitted whose plan asks for a review.",
  CHECK_INS_MISSED: "Check-ins were missed since the last one that came.",
  ADHERENCE_FELL: "Less is done of what is planned than the workspace asks for.",
  HELP_NEEDED: "A task was skipped in a way that asks for a coach.",
  OBSTACLES_MET: "Tasks were skipped because something stood in the way.",
  TASKS_SKIPPED: "Tasks are skipped again and again.",
  MESSAGE_WAITS: "A message waits for a reply.",
  SOURCE_DELETED: "What this was about has been deleted.",
};

/** Reasons that close a task without the coach resolving or dismissing it. */
export const CLOSING_CODES = [
  "PROFILE_REVIEWED",
  "SUBMISSION_REVIEWED",
  "QUESTIONNAIRE_GIVEN_OR_CANCELLED",
  "WORKOUT_REVIEWED",
  "CHECK_IN_SUBMITTED",
  "DAY_REVIEWED",
  "DAY_REVIEWED_OR_WITHDRAWN",
  "MESSAGE_REPLIED",
] as const;
export type ClosingCode = (typeof CLOSING_CODES)[number];

/** The sentence that a coach reads for each code. */
export const CLOSING_SENTENCES: Readonly<Record<ClosingCode, string>> = {
  PROFILE_REVIEWED: "Closes when the profile is marked as reviewed.",
  SUBMISSION_REVIEWED: "Closes when the submission is marked as reviewed.",
  QUESTIONNAIRE_GIVEN_OR_CANCELLED: "Closes when the questionnaire is taken up or cancelled.",
  WORKOUT_REVIEWED: "Closes when the workout is reviewed.",
  CHECK_IN_SUBMITTED: "Closes when a check-in is submitted.",
  DAY_REVIEWED: "Closes when its day or a later one is reviewed.",
  DAY_REVIEWED_OR_WITHDRAWN:
    "Closes when its day or a later one is reviewed, or the client takes it back.",
  MESSAGE_REPLIED: "Closes when somebody replies.",
};

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

/** Fixed weights of the score. It is a sum, and each part is shown (docs/rooms/inbox.md#score). */
export const SCORE_WEIGHTS = {
  base: {
    PROGRESS_ALERT: 90,
    MESSAGE_FOLLOW_UP: 75,
    PROFILE_REVIEW: 70,
    NUTRITION_REVIEW: 65,
    FORM_REVIEW: 55,
    WORKOUT_REVIEW: 50,
    PLAN_UPDATE: 45,
    MISSED_CHECK_IN: 40,
  } satisfies Record<CoachTaskType, number>,
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
