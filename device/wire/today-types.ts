// Generated from the API by `npm run device:types`.

import type { Open, ProgramDay } from "./sync-types.ts";

/**
 * The agenda of one local day, in order. `tasks` is omitted if `unchanged`: the checksum that was sent is still
 * the day's. `refetchAfter` is the start of the next local day. `expiresAt` is the end of the day of grace;
 * after it, the cached day is history.
 */
export interface TodayAgenda {
  readonly relationshipId: string;
  readonly localDate: string;
  readonly timezone: string;
  readonly agendaVersion: number;
  readonly agendaChecksum: string;
  readonly unchanged: boolean;
  readonly tasks?: readonly AgendaTask[];
  readonly informationalCards: readonly InformationalCard[];
  readonly statusSummary: AgendaCounters;
  readonly adherenceSummary: AdherenceSummary;
  readonly offlineCache: {
    readonly prefetchDates: readonly string[];
    readonly refetchAfter: string;
    readonly expiresAt: string;
  };
  readonly staleSourceWarnings: readonly AgendaWarning[];
  readonly focusPin: FocusPin | null;
  readonly calendar: {
    /** The newest local day of the relationship. */
    readonly localDate: string;
    /** Whether the day of the answer has begun. */
    readonly opened: boolean;
    /** Null while the calendar is stopped. */
    readonly nextDayAt: string | null;
  };
  /** When the order changes without any change of a task; null if it does not. */
  readonly reorderAt: string | null;
  readonly carryOver: CarryOver | null;
  /** Tasks that were withdrawn or replaced after `since`; empty without it. */
  readonly removedTaskIds: readonly string[];
  /** To be sent as `since` next time, here, for the range or for sync. */
  readonly nextCursor: string;
}

/**
 * A task of the client on one local day: its source, a snapshot of it, the offered actions and the progress.
 * `revision` counts its changes. Its position in the agenda follows from `status`, `timeCritical`, `startsAt`,
 * `dueAt`, `priority`, `dependsOnSourceKey`, `sortKey` and `taskId`.
 */
export interface AgendaTask {
  readonly taskId: string;
  readonly taskKind: Open<
    "WORKOUT" | "MEAL" | "CHECK_IN" | "MEASUREMENT" | "PHOTO" | "SUPPLEMENT" | "HABIT" | "REMINDER"
  >;
  readonly localDate: string;
  readonly timezone: string;
  readonly status: Open<
    "PENDING" | "IN_PROGRESS" | "COMPLETED" | "SKIPPED" | "MISSED" | "CANCELED" | "SUPERSEDED"
  >;
  readonly revision: number;
  readonly priority: number;
  /** Only the tie-break before the id, after everything else that orders an agenda. */
  readonly sortKey: string;
  readonly sourceKey: string;
  readonly timeCritical: boolean;
  readonly dependsOnSourceKey: string | null;
  readonly startsAt: string | null;
  readonly dueAt: string | null;
  /** End of the snooze, while the task is open; the device wakes itself. */
  readonly snoozedUntil: string | null;
  /** Number of snoozes. */
  readonly snoozeCount: number;
  readonly source: {
    readonly context: Open<
      "NUTRITION" | "DAILY_EXECUTION" | "FORMS" | "PROGRAMS" | "PROGRESS" | "COMMUNICATION"
    >;
    readonly type: Open<"PLAN_ASSIGNMENT" | "FORM_ASSIGNMENT">;
    readonly id: string;
    readonly revision: number;
  };
  readonly snapshot: TaskSnapshot;
  readonly actionSchema: TaskActions;
  readonly completionSummary: CompletionSummary;
  readonly items: readonly AgendaItem[];
  readonly generatedAt: string;
  readonly changedAt: string;
  readonly completedAt: string | null;
  readonly canceledAt: string | null;
}

/**
 * Content of the source when the task was made; it stays as it is once the client has acted. Workouts have the
 * program's day and its number, check-ins their form, measurements what is measured, photo tasks the poses.
 */
export interface TaskSnapshot {
  /** Null if a coach assigned the form itself. */
  readonly planId: string | null;
  readonly title: string;
  readonly instructions: string | null;
  readonly metric: PlanMetric | null;
  readonly programDay?: number;
  readonly day?: ProgramDay;
  readonly formVersionId?: string;
  readonly metrics?: readonly PlanMetric[];
  readonly poses?: readonly string[];
}

/**
 * The quantity of a habit, e.g. water in ml (ACCUMULATE) or steps (REPLACE), or a record that is a text, a
 * choice, or yes or no. `min` and `max` bound one recorded number, `target` is the goal of the day.
 */
export type PlanMetric =
  | PlanMetricNumber
  | PlanMetricText
  | PlanMetricChoice
  | PlanMetricBoolean
  | OtherPlanMetric;

/** Branch of PlanMetric whose `type` is number. */
export interface PlanMetricNumber {
  readonly type?: "number";
  readonly metricKind: string;
  readonly unit: string;
  /** At most three decimals; more are refused. */
  readonly min: number;
  /** At most three decimals; more are refused. */
  readonly max: number;
  /** At most three decimals; more are refused. */
  readonly target: number | null;
  readonly mode: Open<"ACCUMULATE" | "REPLACE">;
  /** Maximum number of decimals of a value; the default is three, for steps none. */
  readonly decimals?: number;
}

/** Branch of PlanMetric whose `type` is text. */
export interface PlanMetricText {
  readonly type: "text";
  readonly metricKind: string;
  readonly maxLength: number;
  /** Values other than numbers are never added up; the latest one counts. */
  readonly mode: "REPLACE";
}

/** Branch of PlanMetric whose `type` is choice. */
export interface PlanMetricChoice {
  readonly type: "choice";
  readonly metricKind: string;
  readonly choices: readonly string[];
  /** Values other than numbers are never added up; the latest one counts. */
  readonly mode: "REPLACE";
}

/** Branch of PlanMetric whose `type` is boolean. */
export interface PlanMetricBoolean {
  readonly type: "boolean";
  readonly metricKind: string;
  /** Values other than numbers are never added up; the latest one counts. */
  readonly mode: "REPLACE";
}

/** Any value of PlanMetric that a later version of the service adds. */
export interface OtherPlanMetric {
  readonly type: string;
}

/** The action schema of this task, at its present revision. */
export interface TaskActions {
  readonly taskId: string;
  readonly taskRevision: number;
  readonly version: number;
  readonly taskKind: Open<
    "WORKOUT" | "MEAL" | "CHECK_IN" | "MEASUREMENT" | "PHOTO" | "SUPPLEMENT" | "HABIT" | "REMINDER"
  >;
  readonly offlineEligible: boolean;
  readonly quickCompleteEligible: boolean;
  readonly destinationRoute: string | null;
  /** At most three decimals; more are refused. */
  readonly dailyTarget: number | null;
  readonly valueMode: Open<"ACCUMULATE" | "REPLACE"> | null;
  readonly actions: readonly TaskAction[];
  readonly requiredPayload: Open<
    "NOTHING" | "ITEMS" | "VALUE" | "MEASUREMENTS" | "WORKOUT_LOG" | "FORM_SUBMISSION" | "PHOTOS"
  >;
  readonly form?: TaskForm;
}

/**
 * One action that the client can perform on a task; `requiredInputs` are the values it requires. Inputs of an
 * item are listed with the item.
 */
export interface TaskAction {
  readonly kind: Open<
    | "COMPLETE_TASK"
    | "COMPLETE_ITEM"
    | "COMPLETE_ALL_ITEMS"
    | "RECORD_VALUE"
    | "SKIP"
    | "UNDO"
    | "OPEN_STRUCTURED_LOG"
    | "SNOOZE"
  >;
  readonly scope: Open<"TASK" | "ITEM" | "GROUP" | "OWNING_FEATURE">;
  readonly requiresConfirmation?: boolean;
  readonly requiresStructuredScreen?: boolean;
  readonly requiredInputs: readonly RequiredInput[];
  /** Media that may be attached; if absent, none may be. */
  readonly attachments?: {
    readonly purpose: Open<
      "PROGRESS_PHOTO" | "MEAL_PHOTO" | "FORM_CHECK" | "VOICE_NOTE" | "MESSAGE"
    >;
    readonly least: number;
    readonly most: number;
  };
  readonly snooze?: SnoozeRule;
  /** Only from `startsAt` to `dueAt`, as far as the task has them. */
  readonly withinDueWindow?: boolean;
}

/** A value required to perform an action on a task or to complete one of its items. */
export interface RequiredInput {
  readonly key: string;
  readonly type: Open<"number" | "text" | "choice" | "boolean">;
  readonly unit?: string;
  readonly min?: number;
  readonly max?: number;
  /** Options of a choice. */
  readonly choices?: readonly string[];
  readonly required: boolean;
}

/** How a task may be snoozed. */
export interface SnoozeRule {
  /** Minutes to choose from. */
  readonly minutes: readonly number[];
  /** How often. */
  readonly most: number;
}

/**
 * The form of a check-in, at the published version to fill in; its answers are saved and submitted by
 * `formAssignmentId`.
 */
export interface TaskForm {
  readonly formAssignmentId: string;
  readonly formId: string;
  readonly formVersionId: string;
  readonly version: number;
  /** Whether the form has a required question; true by default. */
  readonly requiresAnswers?: boolean;
}

/** Progress of a task; `value` is null while nothing is recorded. */
export interface CompletionSummary {
  readonly itemCount: number;
  readonly completedItemCount: number;
  readonly skippedItemCount: number;
  readonly value: DayValue | null;
}

/**
 * The day's value of a task with a metric: a verified import, otherwise the sum or the latest of the valid
 * entries.
 */
export interface DayValue {
  readonly current: DayTotal;
  readonly entryCount: number;
  readonly lastRecordedAt: string;
  /** Present if a verified import replaces the typed value of the day. */
  readonly imported?: {
    readonly entryId: string;
    readonly sourceType: Open<"APPLE_HEALTH" | "HEALTH_CONNECT">;
    /** The typed value, which does not count as long as the import does. */
    readonly manual: {
      readonly current: DayTotal;
      readonly entryCount: number;
      readonly lastRecordedAt: string;
    } | null;
  };
}

/** The day's value: the sum or the latest number, or the latest other value. */
export type DayTotal = number | string | boolean;

/**
 * One part of a task with its own tick, e.g. a capsule or a dish, and its own status and revision; `inputSchema`
 * lists the values required to complete it.
 */
export interface AgendaItem {
  readonly itemId: string;
  readonly itemKind: Open<"MEAL_ITEM" | "SUPPLEMENT_ITEM" | "HABIT_ITEM" | "REMINDER_ITEM">;
  readonly sourceItemKey: string;
  readonly sortOrder: number;
  readonly label: string;
  readonly amount: string | null;
  readonly inputSchema: readonly RequiredInput[];
  /** Values recorded when it was completed; null if there were none. */
  readonly inputValues: Readonly<Record<string, MetricValue>> | null;
  readonly bulkEligible: boolean;
  readonly status: Open<"PENDING" | "COMPLETED" | "SKIPPED">;
  readonly revision: number;
  readonly completionSource: Open<"EXPLICIT_TAP" | "BULK_ACTION"> | null;
  readonly completedAt: string | null;
  readonly skippedAt: string | null;
}

/** A number, a text, the chosen option, or yes or no, by the type of the metric. */
export type MetricValue = number | string | boolean;

/**
 * A message of a day that requires no action: it can be neither completed nor skipped, and does not count. The
 * day's answer has all of its cards; the device shows each from `displayFrom` until just before `displayUntil`.
 */
export interface InformationalCard {
  readonly cardId: string;
  readonly cardKey: string;
  readonly source: {
    readonly context: Open<
      "NUTRITION" | "DAILY_EXECUTION" | "FORMS" | "PROGRAMS" | "PROGRESS" | "COMMUNICATION"
    >;
    readonly type: Open<"PLAN_ASSIGNMENT" | "FORM_ASSIGNMENT">;
    readonly id: string;
    readonly revision: number;
  };
  readonly revision: number;
  readonly priority: number;
  readonly sortKey: string;
  readonly displayFrom: string;
  readonly displayUntil: string;
  readonly snapshot: CardSnapshot;
}

/** Content of a card. */
export interface CardSnapshot {
  readonly planId: string;
  readonly title: string;
  readonly instructions: string | null;
}

/** Tasks of one day by status; `taskCount` excludes those that the source withdrew. */
export interface AgendaCounters {
  readonly taskCount: number;
  readonly openCount: number;
  readonly pendingCount: number;
  readonly inProgressCount: number;
  readonly completedCount: number;
  readonly skippedCount: number;
  readonly missedCount: number;
}

/**
 * Adherence of one day: `countedCount` tasks count and `completedCount` of them are done. `adherencePercent` is
 * the share that is done, in whole percent, rounded half up; null if no task counts. Not counted are tasks that
 * the source withdrew, tasks skipped for pain or injury, illness or a side effect, and untouched tasks of a day
 * that was opened too late. Done are completed tasks, metrics with an entry, and tasks skipped as done outside
 * the app. A completed, skipped or missed task with items counts with the share of its items that is done,
 * excluding items skipped for one of these three reasons. Any other task counts as not done.
 */
export interface AdherenceSummary {
  readonly countedCount: number;
  readonly completedCount: number;
  readonly adherencePercent: number | null;
}

/** A warning about the agenda for the device to show or act on; `taskId` is null if it concerns no single task. */
export interface AgendaWarning {
  readonly code: Open<"SOURCE_CHANGED" | "SOURCE_ENDED" | "SOURCE_PAUSED" | "TIMEZONE_DIFFERS">;
  readonly taskId: string | null;
}

/**
 * The task of a day that the coach put first, with a note. If another task replaced the pinned one, it is the
 * replacement.
 */
export interface FocusPin {
  readonly pinId: string;
  readonly revision: number;
  readonly taskId: string;
  readonly note: string | null;
  readonly pinnedAt: string;
}

/**
 * The oldest day before the present one that is not closed and has open tasks, to be offered as one step
 * forward. Once it has no open task, the next such day follows.
 */
export interface CarryOver {
  readonly localDate: string;
  /** Tasks of the day that can still be done. */
  readonly taskCount: number;
  /** The first of them in agenda order. */
  readonly firstTaskId: string;
  /** Null while the calendar is stopped. */
  readonly closesAt: string | null;
}

/** Every date of a range; dates that have not begun or never existed are empty. */
export interface TodayRange {
  readonly relationshipId: string;
  /** The relationship's zone, in which days are counted. */
  readonly timezone: string;
  /** Whether the device's zone has another local time at present. */
  readonly timezoneDiffers: boolean;
  readonly days: readonly CompactAgenda[];
  /**
   * Days that the device has to read again: those whose checksum differs, and of days without a checksum those
   * that changed after `since`, or all without it.
   */
  readonly changedDates: readonly string[];
  /** Tasks that were withdrawn or replaced after `since`; empty without it. */
  readonly removedTaskIds: readonly string[];
  /** Tasks of `removedTaskIds` that were replaced, with the replacement. */
  readonly supersededTaskIds: readonly {
    readonly taskId: string;
    readonly byTaskId: string | null;
  }[];
  /** To be sent as `since` next time, here, for the range or for sync. */
  readonly nextCursor: string;
}

/**
 * One day with its tasks in agenda order. Tasks and cards are omitted if `unchanged`: the checksum that was sent
 * is still the day's.
 */
export interface CompactAgenda {
  readonly localDate: string;
  readonly agendaVersion: number;
  readonly checksum: string;
  readonly unchanged: boolean;
  readonly tasks?: readonly CompactTask[];
  readonly cards?: readonly InformationalCard[];
}

/** The fields of a task that a list of days shows. */
export interface CompactTask {
  readonly taskId: string;
  readonly taskKind: Open<
    "WORKOUT" | "MEAL" | "CHECK_IN" | "MEASUREMENT" | "PHOTO" | "SUPPLEMENT" | "HABIT" | "REMINDER"
  >;
  readonly status: Open<
    "PENDING" | "IN_PROGRESS" | "COMPLETED" | "SKIPPED" | "MISSED" | "CANCELED" | "SUPERSEDED"
  >;
  readonly revision: number;
  readonly dueAt: string | null;
  readonly title: string;
}

/** One daily task with its latest operations. */
export interface TaskLog {
  readonly taskId: string;
  readonly taskRevision: number;
  /** The device already has this revision of the task. */
  readonly unchanged: boolean;
  /** With its items and action schema, as in today; omitted if unchanged. */
  readonly task?: AgendaTask;
  /** Omitted if unchanged. */
  readonly validation?: TaskValidation;
  /** Newest first, from all phones of the client. */
  readonly latestOperations: readonly LatestOperation[];
}

/** Further conditions for operations on the task, in addition to inputs and confirmation in its action schema. */
export interface TaskValidation {
  /** Input of RECORD_VALUE; null if the task has no value. */
  readonly metric: PlanMetric | null;
  /** Whether a value has to name the task's revision: yes if values replace each other. */
  readonly valueNeedsRevision: boolean;
  /** Maximum length of the note on a skip. */
  readonly noteLength: number;
  /** The day has closed: only operations recorded before the close count. */
  readonly recordedBefore: string | null;
}

/** One of the newest operations on a task. */
export interface LatestOperation {
  readonly receiptId: string;
  readonly deviceId: string;
  readonly actionKind: Open<
    | "COMPLETE_TASK"
    | "COMPLETE_ITEM"
    | "COMPLETE_ALL_ITEMS"
    | "RECORD_VALUE"
    | "SKIP"
    | "UNDO"
    | "OPEN_STRUCTURED_LOG"
    | "SNOOZE"
  >;
  readonly itemId: string | null;
  readonly status: Open<"ACCEPTED" | "REJECTED" | "CONFLICT">;
  /** Why it was refused; null if accepted. */
  readonly code: string | null;
  /** Revision of the task after it; null if refused. */
  readonly revision: number | null;
  readonly decidedAt: string;
  /**
   * Until when `undoesReceiptId` can name it, unless a later operation builds on it. Null if it was refused,
   * undone or reviewed, is an undo itself, or is older than 24 hours.
   */
  readonly undoableUntil: string | null;
  readonly undone: boolean;
}
