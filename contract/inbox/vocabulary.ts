import type { RelationshipStatus } from "../relationships/vocabulary.ts";

/** What a coach task is about. */
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

/** Still wants somebody; of a source there is one such task at most. */
export const UNRESOLVED_STATUSES = [
  "OPEN",
  "IN_PROGRESS",
  "SNOOZED",
] as const satisfies readonly CoachTaskStatus[];

/** What the inbox shows unless asked for more; who is past its snooze counts as OPEN. */
export const ACTIVE_STATUSES = [
  "OPEN",
  "IN_PROGRESS",
] as const satisfies readonly CoachTaskStatus[];

/** From the mildest on. */
export const SEVERITIES = ["LOW", "NORMAL", "HIGH", "URGENT"] as const;
export type Severity = (typeof SEVERITIES)[number];

/** Severities that may wait: snoozed, or dismissed until it happens again. */
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

/** Why a task that was put away stands there again. */
export const REOPEN_REASONS = ["SNOOZE_ENDED", "IDLE", "SEVERITY_RAISED", "UNDONE"] as const;
export type ReopenReason = (typeof REOPEN_REASONS)[number];

/** Who owns what a task points at. */
export const SOURCE_CONTEXTS = [
  "PROFILE",
  "FORMS",
  "PROGRAMS",
  "NUTRITION",
  "COMMUNICATION",
  "ANALYTICS",
] as const;
export type SourceContext = (typeof SOURCE_CONTEXTS)[number];

/** What a member has to be permitted to open each (docs/rules.md#inbox-permissions). */
export const SOURCE_PERMISSIONS = {
  PROFILE: "client.profile.read",
  FORMS: "forms.submissions.read",
  PROGRAMS: "programs.review",
  NUTRITION: "nutrition.review",
  COMMUNICATION: "messages.read",
  ANALYTICS: "client.risk_flags.read",
} as const satisfies Record<SourceContext, string>;

/** Rows of ours that may want a coach, by what is asked for them (docs/rules.md#inbox-sources). */
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

/** What other systems tell of: it may want a coach, or needs nobody any more. */
export const OUTSIDE_EVENTS = ["ClientMessageNeedsReply", "ClientMessageReplied"] as const;
export type OutsideEvent = (typeof OUTSIDE_EVENTS)[number];

/** What happened, without a word of what a client wrote or why: a row may be read over a shoulder. */
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

/** Why a task is there, as a coach reads it. */
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

/** What closes a task without a word of a coach, besides resolving or dismissing it. */
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

/** The sentence of each, as a coach reads it. */
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

/** What a coach does to a task. */
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

/** What a task's history tells of, oldest first. */
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

/** By whom a change was made. */
export const COACH_TASK_ACTORS = ["COACH", "SYSTEM"] as const;
export type CoachTaskActor = (typeof COACH_TASK_ACTORS)[number];

export const INBOX_SORTS = ["PRIORITY", "DUE", "NEWEST", "CLIENT"] as const;
export type InboxSort = (typeof INBOX_SORTS)[number];

/** Fixed weights of the score, a sum of which each part is shown (docs/rules.md#inbox-score). */
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
  /** Of an ended relationship nothing stands in the inbox. */
  client: { ONBOARDING: 10, ACTIVE: 0, PAUSED: -30, ENDED: 0 } satisfies Record<
    RelationshipStatus,
    number
  >,
  pin: 25,
} as const;

export const INBOX_LIMITS = {
  noteLength: 2_000,
  searchLength: 100,
  /** Most days that a snooze goes on for. */
  snoozeDays: 90,
  /** Begun and left for so long, a task is open again. */
  idleHours: 24,
  /** Most days until its actor looks at a task that waits for nothing. */
  lookDays: 7,
  /** How long one takes one's own decision back. */
  undoMinutes: 10,
  untilOccurrences: 10,
  bulk: 100,
  /** Days after which a closed task leaves for the archive, and those that what somebody wrote about it is kept. */
  archiveDays: 90,
  noteDays: 400,
  sourceEventDays: 400,
  /** Most tasks that changes name one by one; of more the list is read afresh. */
  changedTasks: 200,
  /** How long changes are kept, and with them a cursor. */
  changeHours: 24,
  /** How long a console that waits for changes is kept waiting at most. */
  waitSeconds: 25,
  timelineDays: 30,
  timelineItems: 20,
} as const;

/** Hours until somebody has looked at it, by severity; milder ones have no such goal. */
export const FIRST_TOUCH_HOURS: Readonly<Partial<Record<Severity, number>>> = {
  URGENT: 4,
  HIGH: 24,
};

/** When TOMORROW_MORNING is, by the coach's clock. */
export const MORNING = "08:00";
