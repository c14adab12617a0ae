import type {
  ClosingCode,
  CoachTaskType,
  Severity,
  SourceContext,
  SourceKind,
  SummaryCode,
} from "../../contract/inbox/vocabulary.ts";
import type { EventType } from "../../contract/outbox/vocabulary.ts";
import type { SkipReason, SkipReasonGroup } from "../../contract/quick-log/vocabulary.ts";
import { isUrgentReason } from "../quick-log/route-skips.ts";

/** A source as the inbox sees it (docs/rooms/inbox.md#sources). */
export interface Source {
  readonly taskType: CoachTaskType;
  readonly context: SourceContext;
  readonly summary: SummaryCode;
  readonly closes: ClosingCode;
}

const SOURCES = {
  PROFILE: {
    taskType: "PROFILE_REVIEW",
    context: "PROFILE",
    summary: "PROFILE_READY",
    closes: "PROFILE_REVIEWED",
  },
  FORM: {
    taskType: "FORM_REVIEW",
    context: "FORMS",
    summary: "FORM_SUBMITTED",
    closes: "SUBMISSION_REVIEWED",
  },
  QUESTIONNAIRE: {
    taskType: "MESSAGE_FOLLOW_UP",
    context: "FORMS",
    summary: "QUESTIONNAIRE_SKIPPED",
    closes: "QUESTIONNAIRE_GIVEN_OR_CANCELLED",
  },
  WORKOUT: {
    taskType: "WORKOUT_REVIEW",
    context: "PROGRAMS",
    summary: "WORKOUT_SUBMITTED",
    closes: "WORKOUT_REVIEWED",
  },
  CHECK_IN: {
    taskType: "MISSED_CHECK_IN",
    context: "FORMS",
    summary: "CHECK_INS_MISSED",
    closes: "CHECK_IN_SUBMITTED",
  },
  TREND: {
    taskType: "PROGRESS_ALERT",
    context: "ANALYTICS",
    summary: "ADHERENCE_FELL",
    closes: "DAY_REVIEWED",
  },
  MESSAGE: {
    taskType: "MESSAGE_FOLLOW_UP",
    context: "COMMUNICATION",
    summary: "MESSAGE_WAITS",
    closes: "MESSAGE_REPLIED",
  },
} as const satisfies Record<Exclude<SourceKind, "SKIP">, Source>;

/** For kinds with a single source. */
export function sourceOf(kind: Exclude<SourceKind, "SKIP">): Source {
  return SOURCES[kind];
}

/** For skips, by reason and by skipped context: food skips open the food plan. */
export function sourceOfSkips(group: SkipReasonGroup, skippedContext: string): Source {
  const closes = "DAY_REVIEWED_OR_WITHDRAWN";
  switch (group) {
    case "NEEDS_HELP":
      return { taskType: "PROGRESS_ALERT", context: "ANALYTICS", summary: "HELP_NEEDED", closes };
    case "OBSTACLE":
      return skippedContext === "NUTRITION"
        ? { taskType: "NUTRITION_REVIEW", context: "NUTRITION", summary: "OBSTACLES_MET", closes }
        : { taskType: "PLAN_UPDATE", context: "PROGRAMS", summary: "OBSTACLES_MET", closes };
    case "ROUTINE":
      return { taskType: "PLAN_UPDATE", context: "PROGRAMS", summary: "TASKS_SKIPPED", closes };
  }
}

const SEVERITY_OF_GROUP = {
  NEEDS_HELP: "HIGH",
  OBSTACLE: "NORMAL",
  ROUTINE: "LOW",
} as const satisfies Record<SkipReasonGroup, Severity>;

/** How severe a skip is. */
export function severityOfSkip(reason: SkipReason, group: SkipReasonGroup): Severity {
  return isUrgentReason(reason) ? "URGENT" : SEVERITY_OF_GROUP[group];
}

/** Misses from which the severity is HIGH. */
const MANY_MISSES = 3;

/** The severity of a number of missed check-ins. */
export function severityOfMisses(count: number): Severity {
  return count >= MANY_MISSES ? "HIGH" : "NORMAL";
}

/** Hours until a task of this kind is due, by severity; null if it never is. */
export function dueHours(kind: SourceKind, severity: Severity): number | null {
  switch (kind) {
    case "PROFILE":
    case "FORM":
    case "WORKOUT":
      return 48;
    case "TREND":
    case "MESSAGE":
      return 24;
    case "SKIP":
      return DUE_HOURS_OF_SKIPS[severity];
    case "QUESTIONNAIRE":
    case "CHECK_IN":
      return null;
  }
}

const DUE_HOURS_OF_SKIPS: Readonly<Record<Severity, number | null>> = {
  URGENT: 4,
  HIGH: 24,
  NORMAL: null,
  LOW: null,
};

/** The sources to rescan after an event. An event says that something happened, never the present state. */
export const SOURCES_OF_EVENT: Readonly<Partial<Record<EventType, readonly SourceKind[]>>> = {
  ClientProfileReadyForReview: ["PROFILE"],
  ClientProfileSectionUpdated: ["PROFILE"],
  FormSubmissionReceived: ["FORM", "CHECK_IN"],
  OnboardingQuestionnaireSkipped: ["QUESTIONNAIRE"],
  OnboardingTaskResumed: ["QUESTIONNAIRE"],
  OnboardingTaskCompleted: ["QUESTIONNAIRE"],
  OnboardingTaskCancelled: ["QUESTIONNAIRE"],
  OnboardingTaskExpired: ["QUESTIONNAIRE"],
  WorkoutSubmittedForReview: ["WORKOUT"],
  WorkoutReviewed: ["WORKOUT"],
  CheckInMissed: ["CHECK_IN"],
  CheckInMissWithdrawn: ["CHECK_IN"],
  DailyTaskCompleted: ["CHECK_IN"],
  ProgressTrendDetected: ["TREND"],
  ClientSkipNeedsAttention: ["SKIP"],
  ClientSkipWithdrawn: ["SKIP"],
  DayReviewed: ["SKIP", "TREND"],
};
