// Generated from the API by `npm run device:types`.

import type { Open } from "./sync-types.ts";
import type {
  AdherenceSummary,
  AgendaCounters,
  CompletionSummary,
  FocusPin,
} from "./today-types.ts";

/** A page of the inbox; `nextCursor` is null at the end, `changesCursor` is the cursor for its changes. */
export interface CoachTaskPage {
  readonly items: readonly CoachTaskItem[];
  /** Cursor of the next page; null at the end. */
  readonly nextCursor: string | null;
  /** Cursor for the changes after this page; only on the first page, null on later ones. */
  readonly changesCursor: string | null;
  /** The preferences by which it was read; null if the request set them aside. */
  readonly appliedPreferences: InboxPreferences | null;
  /** URGENT tasks, open or in progress, that these preferences hide. */
  readonly hiddenUrgent: number;
  /** Everything up to this instant was known to this page: what to mark as read. Null for an inbox without changes. */
  readonly shownThrough: string | null;
  /** Up to when the caller marked it as read. */
  readonly readThrough: string | null;
}

/** A row of the inbox: codes and counts, and facts for a caller who may open its source. */
export interface CoachTaskItem {
  readonly taskId: string;
  readonly revision: number;
  readonly taskType: Open<
    | "PROFILE_REVIEW"
    | "FORM_REVIEW"
    | "WORKOUT_REVIEW"
    | "MISSED_CHECK_IN"
    | "PROGRESS_ALERT"
    | "NUTRITION_REVIEW"
    | "MESSAGE_FOLLOW_UP"
    | "PLAN_UPDATE"
  >;
  /** A task whose snooze has ended is OPEN, even before it was woken. */
  readonly status: Open<"OPEN" | "IN_PROGRESS" | "SNOOZED" | "RESOLVED" | "DISMISSED" | "ARCHIVED">;
  readonly severity: Open<"LOW" | "NORMAL" | "HIGH" | "URGENT">;
  readonly score: CoachTaskScore;
  readonly client: {
    readonly relationshipId: string;
    readonly userId: string;
    readonly displayName: string;
    readonly status: Open<"ONBOARDING" | "ACTIVE" | "PAUSED" | "ENDED">;
    readonly timezone: string;
  };
  readonly dueAt: string | null;
  /** When its snooze ends. */
  readonly snoozedUntil: string | null;
  readonly snoozePreset: Open<"ONE_HOUR" | "TOMORROW_MORNING" | "NEXT_CHECK_IN"> | null;
  /** Until when the caller can undo their decision; null if never, or no longer. */
  readonly undoUntil: string | null;
  /** Why it was reopened. */
  readonly wakeReason: Open<"SNOOZE_ENDED" | "IDLE" | "SEVERITY_RAISED" | "UNDONE"> | null;
  readonly occurrenceCount: number;
  readonly lastOccurrenceAt: string;
  /** Whether it has news that the caller has not marked as read. */
  readonly unread: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** When it was resolved or dismissed. */
  readonly resolvedAt: string | null;
  readonly summary: {
    readonly code: Open<
      | "PROFILE_READY"
      | "FORM_SUBMITTED"
      | "QUESTIONNAIRE_SKIPPED"
      | "WORKOUT_SUBMITTED"
      | "CHECK_INS_MISSED"
      | "ADHERENCE_FELL"
      | "HELP_NEEDED"
      | "OBSTACLES_MET"
      | "TASKS_SKIPPED"
      | "MESSAGE_WAITS"
      | "SOURCE_DELETED"
    >;
    readonly counts: {
      readonly occurrences: number;
    };
  };
  /** The responsible coach. */
  readonly coachUserId: string;
  /** Assignee, as long as they are a member. */
  readonly assignedCoach: {
    readonly userId: string;
    readonly displayName: string;
  } | null;
  /** Target time for the first action on it. */
  readonly goalAt: string | null;
  /**
   * The other unresolved task of a client with missed check-ins who fell off track. An action on one leaves the
   * other as it is.
   */
  readonly related: {
    readonly taskId: string;
    readonly taskType: Open<
      | "PROFILE_REVIEW"
      | "FORM_REVIEW"
      | "WORKOUT_REVIEW"
      | "MISSED_CHECK_IN"
      | "PROGRESS_ALERT"
      | "NUTRITION_REVIEW"
      | "MESSAGE_FOLLOW_UP"
      | "PLAN_UPDATE"
    >;
  } | null;
  /**
   * PROFILE_REVIEW has PROFILE, FORM_REVIEW has FORM, WORKOUT_REVIEW has WORKOUT, MISSED_CHECK_IN has CHECK_IN,
   * PROGRESS_ALERT has TREND or SKIP, NUTRITION_REVIEW and PLAN_UPDATE have SKIP, MESSAGE_FOLLOW_UP has MESSAGE or
   * QUESTIONNAIRE. Null if the caller may not open its source, or the source is gone.
   */
  readonly facts: CoachTaskItemFacts | null;
  /** The facts as a sentence, in each language; null without facts. */
  readonly sentence: {
    readonly en: string;
    readonly de: string;
  } | null;
  readonly why: {
    readonly code: Open<
      | "PROFILE_READY"
      | "FORM_SUBMITTED"
      | "QUESTIONNAIRE_SKIPPED"
      | "WORKOUT_SUBMITTED"
      | "CHECK_INS_MISSED"
      | "ADHERENCE_FELL"
      | "HELP_NEEDED"
      | "OBSTACLES_MET"
      | "TASKS_SKIPPED"
      | "MESSAGE_WAITS"
      | "SOURCE_DELETED"
    >;
    readonly sentence: string;
  };
  readonly closes: {
    readonly code: Open<
      | "PROFILE_REVIEWED"
      | "SUBMISSION_REVIEWED"
      | "QUESTIONNAIRE_GIVEN_OR_CANCELLED"
      | "WORKOUT_REVIEWED"
      | "CHECK_IN_SUBMITTED"
      | "DAY_REVIEWED"
      | "DAY_REVIEWED_OR_WITHDRAWN"
      | "MESSAGE_REPLIED"
    >;
    readonly sentence: string;
  };
  readonly mayOpen: boolean;
  /** Where the app opens it; null if the caller may not open it. */
  readonly route: string | null;
  readonly actions: readonly Open<
    | "START"
    | "RESOLVE"
    | "REVIEW"
    | "DISMISS"
    | "SNOOZE"
    | "UNSNOOZE"
    | "PIN"
    | "UNPIN"
    | "ASSIGN"
    | "UNDO"
  >[];
}

/** Score of a task: a sum that explains its position. */
export interface CoachTaskScore {
  /** The sum of the parts; rows are ordered by it. */
  readonly total: number;
  readonly base: number;
  readonly severity: number;
  readonly due: number;
  readonly client: number;
  readonly pin: number;
}

/** One of the values that this field may have. */
export type CoachTaskItemFacts =
  | ProfileFacts
  | FormFacts
  | QuestionnaireFacts
  | WorkoutFacts
  | CheckInFacts
  | TrendFacts
  | SkipFacts
  | MessageFacts
  | OtherCoachTaskItemFacts;

/** A baseline profile that was completed or changed. */
export interface ProfileFacts {
  readonly kind: "PROFILE";
  readonly occurrences: TaskOccurrences;
}

/** The occurrences that a task of the inbox covers. */
export interface TaskOccurrences {
  readonly count: number;
  /** Local dates of the client, one for each occurrence, oldest first; at most the last 10. */
  readonly dates: readonly string[];
}

/** A form that the client submitted. */
export interface FormFacts {
  readonly kind: "FORM";
  readonly occurrences: TaskOccurrences;
  readonly title: string;
  /** SINGLE for a form that a coach gave by itself. */
  readonly purpose: Open<"CHECK_IN" | "INTAKE" | "SINGLE">;
}

/** A questionnaire that the client put off. */
export interface QuestionnaireFacts {
  readonly kind: "QUESTIONNAIRE";
  readonly occurrences: TaskOccurrences;
  /** Null if no form is assigned. */
  readonly title: string | null;
}

/** A workout that the client submitted. */
export interface WorkoutFacts {
  readonly kind: "WORKOUT";
  readonly occurrences: TaskOccurrences;
  readonly title: string;
  readonly localDate: string;
}

/** Days with missed check-ins. */
export interface CheckInFacts {
  readonly kind: "CHECK_IN";
  readonly occurrences: TaskOccurrences;
  /** Days since the last one with a task done or skipped; null if there was none. */
  readonly silentDays: number | null;
}

/** The adherence of a client who fell off track. */
export interface TrendFacts {
  readonly kind: "TREND";
  readonly occurrences: TaskOccurrences;
  /** Adherence over 7 dates up to the newest closed day; null if no task counts. */
  readonly percent: number | null;
  /** Adherence over the 7 dates before them. */
  readonly percentBefore: number | null;
}

/** Skipped tasks; kind, date and title are the last one's. */
export interface SkipFacts {
  readonly kind: "SKIP";
  readonly occurrences: TaskOccurrences;
  readonly taskKind: Open<
    "WORKOUT" | "MEAL" | "CHECK_IN" | "MEASUREMENT" | "PHOTO" | "SUPPLEMENT" | "HABIT" | "REMINDER"
  >;
  readonly localDate: string;
  /** Null for a meal or a supplement. */
  readonly title: string | null;
}

/** Messages that wait for a reply. */
export interface MessageFacts {
  readonly kind: "MESSAGE";
  readonly occurrences: TaskOccurrences;
}

/** Any value of CoachTaskItemFacts that a later version of the service adds. */
export interface OtherCoachTaskItemFacts {
  readonly kind: string;
}

/** A member's view settings of the inbox. An empty list of statuses means OPEN and IN_PROGRESS, one of types all. */
export interface InboxPreferences {
  readonly statusFilter: readonly Open<
    "OPEN" | "IN_PROGRESS" | "SNOOZED" | "RESOLVED" | "DISMISSED" | "ARCHIVED"
  >[];
  readonly typeFilter: readonly Open<
    | "PROFILE_REVIEW"
    | "FORM_REVIEW"
    | "WORKOUT_REVIEW"
    | "MISSED_CHECK_IN"
    | "PROGRESS_ALERT"
    | "NUTRITION_REVIEW"
    | "MESSAGE_FOLLOW_UP"
    | "PLAN_UPDATE"
  >[];
  readonly sort: Open<"PRIORITY" | "DUE" | "NEWEST" | "CLIENT">;
  readonly showSnoozed: boolean;
}

/** Counts of the inbox for a caller. */
export interface OwnInboxSummary {
  readonly open: number;
  readonly inProgress: number;
  readonly overdue: number;
  /** Due later on the present local day of their client. */
  readonly dueToday: number;
  /** HIGH and URGENT. */
  readonly highSeverity: number;
  /** Snoozed tasks. */
  readonly snoozed: number;
  /** Open and in progress, including those whose snooze has ended. */
  readonly badge: number;
  readonly byType: readonly {
    readonly taskType: Open<
      | "PROFILE_REVIEW"
      | "FORM_REVIEW"
      | "WORKOUT_REVIEW"
      | "MISSED_CHECK_IN"
      | "PROGRESS_ALERT"
      | "NUTRITION_REVIEW"
      | "MESSAGE_FOLLOW_UP"
      | "PLAN_UPDATE"
    >;
    readonly count: number;
  }[];
  /** Open and in progress, with news that the caller has not read. */
  readonly unread: number;
}

/** Changes in the inbox since a cursor. */
export interface InboxChanges {
  /** Too much has changed: read the list again. */
  readonly reload: boolean;
  /** Unresolved tasks to read again. */
  readonly taskIds: readonly string[];
  /** Tasks that were closed. */
  readonly removedIds: readonly string[];
  /** Null if nothing changed. */
  readonly counts: InboxSummary | null;
  /** Cursor for the next request; it is valid for 24 hours. */
  readonly cursor: string;
}

/** Counts of the inbox, by the rules of its list. */
export interface InboxSummary {
  readonly open: number;
  readonly inProgress: number;
  readonly overdue: number;
  /** Due later on the present local day of their client. */
  readonly dueToday: number;
  /** HIGH and URGENT. */
  readonly highSeverity: number;
  /** Snoozed tasks. */
  readonly snoozed: number;
  /** Open and in progress, including those whose snooze has ended. */
  readonly badge: number;
  readonly byType: readonly {
    readonly taskType: Open<
      | "PROFILE_REVIEW"
      | "FORM_REVIEW"
      | "WORKOUT_REVIEW"
      | "MISSED_CHECK_IN"
      | "PROGRESS_ALERT"
      | "NUTRITION_REVIEW"
      | "MESSAGE_FOLLOW_UP"
      | "PLAN_UPDATE"
    >;
    readonly count: number;
  }[];
}

/** A task of the inbox with its history. */
export interface CoachTaskDetail {
  readonly taskId: string;
  readonly revision: number;
  readonly taskType: Open<
    | "PROFILE_REVIEW"
    | "FORM_REVIEW"
    | "WORKOUT_REVIEW"
    | "MISSED_CHECK_IN"
    | "PROGRESS_ALERT"
    | "NUTRITION_REVIEW"
    | "MESSAGE_FOLLOW_UP"
    | "PLAN_UPDATE"
  >;
  /** A task whose snooze has ended is OPEN, even before it was woken. */
  readonly status: Open<"OPEN" | "IN_PROGRESS" | "SNOOZED" | "RESOLVED" | "DISMISSED" | "ARCHIVED">;
  readonly severity: Open<"LOW" | "NORMAL" | "HIGH" | "URGENT">;
  readonly score: CoachTaskScore;
  readonly client: {
    readonly relationshipId: string;
    readonly userId: string;
    readonly displayName: string;
    readonly status: Open<"ONBOARDING" | "ACTIVE" | "PAUSED" | "ENDED">;
    readonly timezone: string;
  };
  readonly dueAt: string | null;
  /** When its snooze ends. */
  readonly snoozedUntil: string | null;
  readonly snoozePreset: Open<"ONE_HOUR" | "TOMORROW_MORNING" | "NEXT_CHECK_IN"> | null;
  /** Until when the caller can undo their decision; null if never, or no longer. */
  readonly undoUntil: string | null;
  /** Why it was reopened. */
  readonly wakeReason: Open<"SNOOZE_ENDED" | "IDLE" | "SEVERITY_RAISED" | "UNDONE"> | null;
  readonly occurrenceCount: number;
  readonly lastOccurrenceAt: string;
  /** Whether it has news that the caller has not marked as read. */
  readonly unread: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** When it was resolved or dismissed. */
  readonly resolvedAt: string | null;
  readonly summary: {
    readonly code: Open<
      | "PROFILE_READY"
      | "FORM_SUBMITTED"
      | "QUESTIONNAIRE_SKIPPED"
      | "WORKOUT_SUBMITTED"
      | "CHECK_INS_MISSED"
      | "ADHERENCE_FELL"
      | "HELP_NEEDED"
      | "OBSTACLES_MET"
      | "TASKS_SKIPPED"
      | "MESSAGE_WAITS"
      | "SOURCE_DELETED"
    >;
    readonly counts: {
      readonly occurrences: number;
    };
  };
  /** The responsible coach. */
  readonly coachUserId: string;
  /** Assignee, as long as they are a member. */
  readonly assignedCoach: {
    readonly userId: string;
    readonly displayName: string;
  } | null;
  /** Target time for the first action on it. */
  readonly goalAt: string | null;
  /**
   * The other unresolved task of a client with missed check-ins who fell off track. An action on one leaves the
   * other as it is.
   */
  readonly related: {
    readonly taskId: string;
    readonly taskType: Open<
      | "PROFILE_REVIEW"
      | "FORM_REVIEW"
      | "WORKOUT_REVIEW"
      | "MISSED_CHECK_IN"
      | "PROGRESS_ALERT"
      | "NUTRITION_REVIEW"
      | "MESSAGE_FOLLOW_UP"
      | "PLAN_UPDATE"
    >;
  } | null;
  /**
   * PROFILE_REVIEW has PROFILE, FORM_REVIEW has FORM, WORKOUT_REVIEW has WORKOUT, MISSED_CHECK_IN has CHECK_IN,
   * PROGRESS_ALERT has TREND or SKIP, NUTRITION_REVIEW and PLAN_UPDATE have SKIP, MESSAGE_FOLLOW_UP has MESSAGE or
   * QUESTIONNAIRE. Null if the caller may not open its source, or the source is gone.
   */
  readonly facts: CoachTaskDetailFacts | null;
  /** The facts as a sentence, in each language; null without facts. */
  readonly sentence: {
    readonly en: string;
    readonly de: string;
  } | null;
  readonly why: {
    readonly code: Open<
      | "PROFILE_READY"
      | "FORM_SUBMITTED"
      | "QUESTIONNAIRE_SKIPPED"
      | "WORKOUT_SUBMITTED"
      | "CHECK_INS_MISSED"
      | "ADHERENCE_FELL"
      | "HELP_NEEDED"
      | "OBSTACLES_MET"
      | "TASKS_SKIPPED"
      | "MESSAGE_WAITS"
      | "SOURCE_DELETED"
    >;
    readonly sentence: string;
  };
  readonly closes: {
    readonly code: Open<
      | "PROFILE_REVIEWED"
      | "SUBMISSION_REVIEWED"
      | "QUESTIONNAIRE_GIVEN_OR_CANCELLED"
      | "WORKOUT_REVIEWED"
      | "CHECK_IN_SUBMITTED"
      | "DAY_REVIEWED"
      | "DAY_REVIEWED_OR_WITHDRAWN"
      | "MESSAGE_REPLIED"
    >;
    readonly sentence: string;
  };
  readonly mayOpen: boolean;
  /** Where the app opens it; null if the caller may not open it. */
  readonly route: string | null;
  readonly actions: readonly Open<
    | "START"
    | "RESOLVE"
    | "REVIEW"
    | "DISMISS"
    | "SNOOZE"
    | "UNSNOOZE"
    | "PIN"
    | "UNPIN"
    | "ASSIGN"
    | "UNDO"
  >[];
  readonly source: {
    readonly context: Open<
      "PROFILE" | "FORMS" | "PROGRAMS" | "NUTRITION" | "COMMUNICATION" | "ANALYTICS"
    >;
    readonly type: string;
    /** Null if the caller may not open it. */
    readonly id: string | null;
  };
  readonly timeline: readonly {
    readonly type: Open<
      | "created"
      | "refreshed"
      | "viewed"
      | "snoozed"
      | "resolved"
      | "dismissed"
      | "reopened"
      | "assigned"
      | "pinned"
      | "archived"
    >;
    readonly at: string;
    readonly actor: {
      readonly kind: Open<"COACH" | "SYSTEM">;
      readonly userId: string | null;
    };
    readonly resolutionType: Open<
      | "SOURCE_COMPLETED"
      | "MESSAGE_SENT"
      | "PLAN_UPDATED"
      | "NUDGE_SENT"
      | "HANDLED_OUTSIDE_APP"
      | "NOT_RELEVANT"
      | "DUPLICATE"
    > | null;
    readonly reopenReason: Open<"SNOOZE_ENDED" | "IDLE" | "SEVERITY_RAISED" | "UNDONE"> | null;
  }[];
  readonly resolutionType: Open<
    | "SOURCE_COMPLETED"
    | "MESSAGE_SENT"
    | "PLAN_UPDATED"
    | "NUDGE_SENT"
    | "HANDLED_OUTSIDE_APP"
    | "NOT_RELEVANT"
    | "DUPLICATE"
  > | null;
  readonly dismissReason: Open<
    "DUPLICATE" | "NOT_RELEVANT" | "HANDLED_OUTSIDE_APP" | "CLIENT_PAUSED"
  > | null;
  readonly note: string | null;
  /** What the task covers, oldest first, at most 100; each form has its own route. */
  readonly occurrences: readonly {
    readonly acceptedAt: string;
    /** When a coach reviewed it in the inbox. */
    readonly reviewedAt: string | null;
    readonly localDate: string | null;
    /** The submitted form; null for other sources, and if the caller may not open it. */
    readonly submissionId: string | null;
    /** Where the app opens it. */
    readonly route: string | null;
  }[];
  readonly nudge: CoachTaskNudge | null;
  readonly previousTaskId: string | null;
  readonly duplicateOf: string | null;
}

/** One of the values that this field may have. */
export type CoachTaskDetailFacts =
  | ProfileFacts
  | FormFacts
  | QuestionnaireFacts
  | WorkoutFacts
  | CheckInFacts
  | TrendFacts
  | SkipFacts
  | MessageFacts
  | OtherCoachTaskDetailFacts;

/** Any value of CoachTaskDetailFacts that a later version of the service adds. */
export interface OtherCoachTaskDetailFacts {
  readonly kind: string;
}

/** The nudge that a resolution as NUDGE_SENT causes. */
export interface CoachTaskNudge {
  /** When the undo is over and the nudge is decided. */
  readonly at: string;
  /** Null until it is decided. */
  readonly outcome: Open<"SEND" | "DEFER" | "SUPPRESS"> | null;
  readonly reason: Open<
    | "ALLOWED"
    | "QUIET_HOURS"
    | "MUTED"
    | "NO_CHANNEL"
    | "WINDOW_MISSED"
    | "ALREADY_TOLD"
    | "RELATIONSHIP_INACTIVE"
    | "RECIPIENT_INACTIVE"
    | "NOTHING_LEFT"
    | "TOLD_OF_CLIENT"
    | "URGENT_STANDS"
    | "IN_DIGEST"
    | "TAPERED"
    | "SENT_TOGETHER"
  > | null;
  /** End of the client's quiet hours, if it is deferred. */
  readonly deliverAfter: string | null;
}

/** A client's tasks day by day, with their outcomes and the reasons. */
export interface DailySummary {
  readonly relationshipId: string;
  /** Days that were opened, newest first. */
  readonly days: readonly DailySummaryDay[];
  /**
   * The first local date after the present one with a planned check-in, whatever dates are requested; null if no
   * plan has one, or no day begins.
   */
  readonly nextCheckIn: string | null;
  readonly rollUps: {
    /** Null until a day has closed. */
    readonly days7: AdherenceTrend | null;
    readonly days28: AdherenceTrend | null;
  };
}

/** One local day: counters and adherence of all its tasks, and the tasks that match the filters. */
export interface DailySummaryDay {
  readonly localDate: string;
  readonly timezone: string;
  readonly closedAt: string | null;
  /** Why its close is delayed, or was delayed last. */
  readonly heldReason: Open<"UNSENT_WORK" | "DEFERRED_WORK" | "OUTAGE"> | null;
  readonly reviewedAt: string | null;
  /** Sum of the revisions of all its tasks; a review names it as the version that was seen. */
  readonly agendaVersion: number;
  readonly notOffered: boolean;
  readonly counters: AgendaCounters;
  readonly adherence: AdherenceSummary;
  /** Operations in force that arrived after the day had closed. */
  readonly lateCount: number;
  /** The task that a coach put first, with the note to the client. */
  readonly focusPin: FocusPin | null;
  readonly tasks: readonly SummaryTask[];
}

/**
 * A task of a day as its coach sees it, with its outcome and the reason. Its position on the phone follows from
 * the same fields as for `AgendaTask`.
 */
export interface SummaryTask {
  readonly taskId: string;
  readonly taskKind: Open<
    "WORKOUT" | "MEAL" | "CHECK_IN" | "MEASUREMENT" | "PHOTO" | "SUPPLEMENT" | "HABIT" | "REMINDER"
  >;
  readonly title: string;
  readonly status: Open<
    "PENDING" | "IN_PROGRESS" | "COMPLETED" | "SKIPPED" | "MISSED" | "CANCELED" | "SUPERSEDED"
  >;
  readonly revision: number;
  readonly priority: number;
  readonly startsAt: string | null;
  readonly dueAt: string | null;
  readonly timeCritical: boolean;
  /** Only the tie-break before the id, after everything else that orders an agenda. */
  readonly sortKey: string;
  readonly sourceKey: string;
  readonly dependsOnSourceKey: string | null;
  readonly completedAt: string | null;
  readonly source: {
    readonly context: Open<
      "NUTRITION" | "DAILY_EXECUTION" | "FORMS" | "PROGRAMS" | "PROGRESS" | "COMMUNICATION"
    >;
    readonly type: Open<"PLAN_ASSIGNMENT" | "FORM_ASSIGNMENT">;
    readonly id: string;
    readonly revision: number;
  };
  readonly completionSummary: CompletionSummary;
  /** Its state comes from an operation that was recorded before its day closed but arrived after it. */
  readonly cameLate: boolean;
  /** Its day has closed, and nothing logged for it can be undone any more; late operations can still change it. */
  readonly final: boolean;
  /** The task that replaced it. */
  readonly supersededBy: string | null;
  readonly explanation: {
    readonly code: Open<
      | "MISSED_UNTOUCHED"
      | "MISSED_IN_PART"
      | "MISSED_UNFINISHED"
      | "MISSED_NOT_OFFERED"
      | "MISSED_TAKEN_BACK"
      | "SUPERSEDED"
      | "CANCELED_BY_SOURCE"
      | "CANCELED_BY_PAUSE"
      | "CANCELED_BY_END"
      | "ASKED_LATER"
      | "CAME_LATE"
    >;
    readonly sentence: string;
  } | null;
  /** Oldest first. */
  readonly completionEvents: readonly CompletionEvent[];
}

/** One change of a task's status. The history is never rewritten. */
export interface CompletionEvent {
  readonly at: string;
  /** Null for the event that made the task. */
  readonly from: Open<
    "PENDING" | "IN_PROGRESS" | "COMPLETED" | "SKIPPED" | "MISSED" | "CANCELED" | "SUPERSEDED"
  > | null;
  readonly to: Open<
    "PENDING" | "IN_PROGRESS" | "COMPLETED" | "SKIPPED" | "MISSED" | "CANCELED" | "SUPERSEDED"
  >;
  readonly actorKind: Open<"CLIENT" | "COACH" | "SYSTEM">;
  readonly source: Open<"OPERATION" | "FORM" | "CLOSING" | "SOURCE">;
  /** For a skip the client's reason, otherwise the cause of the change. */
  readonly reason: string | null;
  /** Reason of the skip, even if `reason` says that it arrived late. */
  readonly skipReason: string | null;
  /** Whether the task counts after the change; null if unknown. */
  readonly counts: boolean | null;
  /** Share of the task that is done, 0 to 1. */
  readonly score: number | null;
}

/** Adherence of the closed and offered days among some dates, rated by the limits of the workspace. */
export interface AdherenceTrend {
  readonly from: string;
  /** The newest local day that has closed. */
  readonly to: string;
  readonly countedCount: number;
  readonly doneCount: number;
  readonly adherencePercent: number | null;
  readonly bucket: Open<"ON_TRACK" | "ATTENTION" | "OFF_TRACK" | "TOO_FEW">;
}
