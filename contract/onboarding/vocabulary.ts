/** The only definition; all invited clients go through it (docs/rooms/onboarding.md#definition). */
export const CLIENT_INVITE_KEY = "CLIENT_INVITE_V1";

/** Key of the questionnaire's task within an instance. */
export const QUESTIONNAIRE_TASK_KEY = "COACH_QUESTIONNAIRE";

export const DEFINITION_STATUSES = ["DRAFT", "ACTIVE", "RETIRED"] as const;
export type DefinitionStatus = (typeof DEFINITION_STATUSES)[number];

/** Statuses of a workflow instance (docs/rooms/onboarding.md#task-and-workflow). */
export const WORKFLOW_STATUSES = [
  "IN_PROGRESS",
  "COMPLETED",
  "COMPLETED_WITH_PENDING_TASK",
  "PAUSED",
  "CANCELLED",
] as const;
export type WorkflowStatus = (typeof WORKFLOW_STATUSES)[number];

/** Statuses that a paused workflow can return to. */
export const RESUMED_WORKFLOW_STATUSES = [
  "IN_PROGRESS",
  "COMPLETED",
  "COMPLETED_WITH_PENDING_TASK",
] as const satisfies readonly WorkflowStatus[];
export type ResumedWorkflowStatus = (typeof RESUMED_WORKFLOW_STATUSES)[number];

/** BASELINE is the profile that the relationship waits for; it exists since version 2 of the definition. */
export const ONBOARDING_TASK_TYPES = ["QUESTIONNAIRE", "BASELINE"] as const;
export type OnboardingTaskType = (typeof ONBOARDING_TASK_TYPES)[number];

export const ONBOARDING_TASK_STATUSES = [
  "READY",
  "OPENED",
  "COMPLETED",
  "SKIPPED_FOR_NOW",
  "CANCELLED",
  "EXPIRED",
] as const;
export type OnboardingTaskStatus = (typeof ONBOARDING_TASK_STATUSES)[number];

/** Actions on an onboarding task. */
export const ONBOARDING_TASK_ACTS = [
  "OPEN",
  "SKIP",
  "COMPLETE",
  "CANCEL",
  "FORCE_COMPLETE",
  "EXPIRE",
] as const;
export type OnboardingTaskAct = (typeof ONBOARDING_TASK_ACTS)[number];

/**
 * The status that each action leads to from each status; a missing action is refused. Opening a skipped task resumes
 * it: status and blocks stay (docs/rooms/onboarding.md#task-and-workflow).
 */
export const ONBOARDING_TASK_TRANSITIONS = {
  READY: {
    OPEN: "OPENED",
    SKIP: "SKIPPED_FOR_NOW",
    COMPLETE: "COMPLETED",
    CANCEL: "CANCELLED",
    FORCE_COMPLETE: "COMPLETED",
    EXPIRE: "EXPIRED",
  },
  OPENED: {
    OPEN: "OPENED",
    SKIP: "SKIPPED_FOR_NOW",
    COMPLETE: "COMPLETED",
    CANCEL: "CANCELLED",
    FORCE_COMPLETE: "COMPLETED",
    EXPIRE: "EXPIRED",
  },
  SKIPPED_FOR_NOW: {
    OPEN: "SKIPPED_FOR_NOW",
    SKIP: "SKIPPED_FOR_NOW",
    COMPLETE: "COMPLETED",
    CANCEL: "CANCELLED",
    FORCE_COMPLETE: "COMPLETED",
    EXPIRE: "EXPIRED",
  },
  COMPLETED: {},
  CANCELLED: {},
  EXPIRED: {},
} as const satisfies Record<
  OnboardingTaskStatus,
  Partial<Record<OnboardingTaskAct, OnboardingTaskStatus>>
>;

export const ONBOARDING_TASK_EVENTS = [
  "created",
  "opened",
  "skipped",
  "resumed",
  "completed",
  "expired",
  "cancelled",
] as const;
export type OnboardingTaskEventType = (typeof ONBOARDING_TASK_EVENTS)[number];

/** Event types of an onboarding's audit: the events of its tasks, and others. */
export type OnboardingAuditType =
  | OnboardingTaskEventType
  | "overridden"
  | "nudged"
  | "workflow_paused"
  | "workflow_resumed"
  | "workflow_ended"
  | "retention_purged";

/** The principal of an act on an onboarding. */
export const ONBOARDING_PRINCIPALS = ["CLIENT", "COACH", "SUPPORT", "SYSTEM"] as const;
export type OnboardingPrincipal = (typeof ONBOARDING_PRINCIPALS)[number];

/**
 * DAILY: while a task is skipped. UNOPENED: on a few days, for a questionnaire that nobody opened and for a baseline
 * until it is complete.
 */
export const REMINDER_CADENCES = ["DAILY", "UNOPENED"] as const;
export type ReminderCadence = (typeof REMINDER_CADENCES)[number];

/** Actions by which a coach or support overrides the usual course of a task. */
export const OVERRIDE_TYPES = [
  "CANCEL",
  "REASSIGN_QUESTIONNAIRE",
  "REQUEST_COMPLETION",
  "FORCE_COMPLETE",
] as const;
export type OverrideType = (typeof OVERRIDE_TYPES)[number];

/** Actions on a baseline. Waiving it is an action of the relationship, not of its onboarding. */
export const BASELINE_ACTIONS = ["NUDGE", "REQUEST_COMPLETION"] as const;

/** Actions of the coach's side on an onboarding. */
export const COACH_ACTIONS = ["NUDGE", ...OVERRIDE_TYPES] as const;
export type CoachAction = (typeof COACH_ACTIONS)[number];

/** Overrides that need a reason (docs/rooms/onboarding.md#overrides). */
export const REASONED_OVERRIDES = [
  "CANCEL",
  "REASSIGN_QUESTIONNAIRE",
  "FORCE_COMPLETE",
] as const satisfies readonly OverrideType[];

/**
 * Local hours of the reminder: it is sent at `from`, or late, but before `until`
 * (docs/rooms/onboarding.md#reminders).
 */
export const REMINDER_HOURS = { from: 10, until: 21 } as const;

/** Days for which an ended onboarding can be read. */
export const ONBOARDING_RETENTION_DAYS = 30;

/** Days for which a client's reason for skipping a questionnaire is kept while the relationship lasts. */
export const SKIP_REASON_DAYS = 400;

/**
 * Maximum number of days between two checks of an open onboarding. They recreate a lost actor even if nothing is due.
 */
export const RECHECK_DAYS = 7;

/** Days that a client has for the questionnaire or the baseline, from the day it became READY. */
export const TASK_DUE_DAYS = 7;

/**
 * Days after its start on which a client is reminded of an unopened questionnaire or of a baseline, ascending. A
 * skipped task follows this list after its first week.
 */
export const UNOPENED_REMINDER_DAYS = [1, 3, 7, 14, 21, 28, 35] as const;

/** Days after the skip with a daily reminder; later ones follow UNOPENED_REMINDER_DAYS. */
export const DAILY_REMINDER_DAYS = 7;
