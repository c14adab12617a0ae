import { keysOf } from "../keys-of.ts";
import type { MessageLanguage } from "../language-of.ts";
import type { ConsumedEventType, EventType } from "../outbox/vocabulary.ts";
import type { MEMBER_PERMISSIONS } from "../workspaces/vocabulary.ts";
import {
  checkInSentence,
  formSentence,
  messageSentence,
  profileSentence,
  questionnaireSentence,
  type Sentence,
  skipSentence,
  trendSentence,
  workoutSentence,
} from "./sentences.ts";
import type { ResolutionType } from "./vocabulary.ts";

/**
 * Sources of coach tasks, by the kind of their rows (docs/rooms/inbox.md#sources). The folder `db/inbox/sources/`
 * queries the rows. The folder `rules/inbox/sources/` turns them into cases. The list in
 * `activities/inbox/case-loaders.ts` joins both for each kind. The facts of its sentence come from
 * `db/inbox/sources/source-facts.ts`.
 */
export const SOURCES = {
  PROFILE: defineSource({
    wakesOn: ["ClientProfileReadyForReview", "ClientProfileSectionUpdated"],
    why: {
      PROFILE_READY:
        "The baseline profile is complete, or was changed, and nobody has looked at it.",
    },
    sentence: profileSentence,
    closes: {
      code: "PROFILE_REVIEWED",
      sentence: "Closes when the profile is marked as reviewed.",
    },
    reviewedAs: "ClientProfileReviewed",
  }),
  FORM: defineSource({
    wakesOn: ["FormSubmissionReceived"],
    why: { FORM_SUBMITTED: "A form was submitted and nobody has looked at it." },
    sentence: formSentence,
    closes: {
      code: "SUBMISSION_REVIEWED",
      sentence: "Closes when the submission is marked as reviewed.",
    },
    reviewedAs: "FormSubmissionReviewed",
  }),
  QUESTIONNAIRE: defineSource({
    wakesOn: [
      "OnboardingQuestionnaireSkipped",
      "OnboardingTaskResumed",
      "OnboardingTaskCompleted",
      "OnboardingTaskCancelled",
      "OnboardingTaskExpired",
    ],
    why: { QUESTIONNAIRE_SKIPPED: "The questionnaire was put off." },
    sentence: questionnaireSentence,
    closes: {
      code: "QUESTIONNAIRE_GIVEN_OR_CANCELLED",
      sentence: "Closes when the questionnaire is taken up or cancelled.",
    },
    reviewedAs: null,
    resolutions: ["NUDGE_SENT"],
  }),
  WORKOUT: defineSource({
    wakesOn: ["WorkoutSubmittedForReview", "WorkoutSessionCorrected", "WorkoutReviewed"],
    why: { WORKOUT_SUBMITTED: "A workout was submitted whose plan asks for a review." },
    sentence: workoutSentence,
    closes: { code: "WORKOUT_REVIEWED", sentence: "Closes when the workout is reviewed." },
    reviewedAs: "WorkoutReviewed",
  }),
  CHECK_IN: defineSource({
    wakesOn: [
      "CheckInMissed",
      "CheckInMissWithdrawn",
      "DailyTaskCompleted",
      "FormSubmissionReceived",
    ],
    why: { CHECK_INS_MISSED: "Check-ins were missed since the last one that came." },
    sentence: checkInSentence,
    closes: { code: "CHECK_IN_SUBMITTED", sentence: "Closes when a check-in is submitted." },
    reviewedAs: null,
  }),
  TREND: defineSource({
    wakesOn: ["ProgressTrendDetected", "DayReviewed"],
    why: { ADHERENCE_FELL: "Less is done of what is planned than the workspace asks for." },
    sentence: trendSentence,
    closes: {
      code: "DAY_REVIEWED",
      sentence: "Closes when it, its day or a later day is reviewed.",
    },
    reviewedAs: "ProgressTrendReviewed",
  }),
  SKIP: defineSource({
    wakesOn: ["ClientSkipNeedsAttention", "ClientSkipWithdrawn", "DayReviewed"],
    why: {
      HELP_NEEDED: "A task was skipped in a way that asks for a coach.",
      OBSTACLES_MET: "Tasks were skipped because something stood in the way.",
      TASKS_SKIPPED: "Tasks are skipped again and again.",
    },
    sentence: skipSentence,
    closes: {
      code: "DAY_REVIEWED_OR_WITHDRAWN",
      sentence: "Closes when its day or a later one is reviewed, or the client takes it back.",
    },
    reviewedAs: "ClientSkipReviewed",
  }),
  MESSAGE: defineSource({
    // Other systems report it (docs/rooms/inbox.md#outside).
    wakesOn: [],
    why: { MESSAGE_WAITS: "A message waits for a reply." },
    sentence: messageSentence,
    closes: { code: "MESSAGE_REPLIED", sentence: "Closes when somebody replies." },
    reviewedAs: null,
  }),
} as const;
export type SourceKind = keyof typeof SOURCES;
export const SOURCE_KINDS = keysOf(SOURCES);

/** The facts about a task from a source (contract/inbox/facts-schema.ts). */
export type FactsOf<Kind extends SourceKind> = Parameters<
  (typeof SOURCES)[Kind]["sentence"][MessageLanguage]
>[0];

/** A source as every floor knows it. */
interface SourceDefinition<Summary extends string, Closing extends string, Facts> {
  /** Events after which its rows are queried. An event says that something happened, never the present state. */
  readonly wakesOn: readonly ConsumedEventType<"inbox">[];
  /** The reason for a task as a coach reads it, by the code of the task's summary. */
  readonly why: Readonly<Record<Summary, string>>;
  /** Subject of a task, for a coach who may open its source (docs/rooms/inbox.md#facts). */
  readonly sentence: Sentence<Facts>;
  /** The event that closes a task without an act of a coach on it. Sources do not share a code. */
  readonly closes: { readonly code: Closing; readonly sentence: string };
  /** Event of its review in the inbox; null if it is never reviewed there. */
  readonly reviewedAs: EventType | null;
  /** Resolutions that a coach may give, beyond those of the task's type. */
  readonly resolutions?: readonly ResolutionType[];
}

function defineSource<const Summary extends string, const Closing extends string, Facts>(
  source: SourceDefinition<Summary, Closing, Facts>,
): SourceDefinition<Summary, Closing, Facts> {
  return source;
}

/**
 * Types of coach tasks, in the order of the wire. Each has the base weight of its score (docs/rooms/inbox.md#score) and
 * its resolutions. Every type also allows DUPLICATE and NOT_RELEVANT (docs/rooms/inbox.md#acts).
 */
export const TASK_TYPES = {
  PROFILE_REVIEW: { base: 70, resolutions: [] },
  FORM_REVIEW: { base: 55, resolutions: [] },
  WORKOUT_REVIEW: { base: 50, resolutions: [] },
  MISSED_CHECK_IN: {
    base: 40,
    resolutions: ["NUDGE_SENT", "MESSAGE_SENT", "HANDLED_OUTSIDE_APP"],
  },
  PROGRESS_ALERT: { base: 90, resolutions: [] },
  NUTRITION_REVIEW: { base: 65, resolutions: [] },
  MESSAGE_FOLLOW_UP: { base: 75, resolutions: ["MESSAGE_SENT", "HANDLED_OUTSIDE_APP"] },
  PLAN_UPDATE: { base: 45, resolutions: ["PLAN_UPDATED", "HANDLED_OUTSIDE_APP"] },
} as const satisfies Record<
  string,
  Record<"base", number> & { readonly resolutions: readonly ResolutionType[] }
>;
export type CoachTaskType = keyof typeof TASK_TYPES;
export const COACH_TASK_TYPES = keysOf(TASK_TYPES);

/**
 * Contexts that own sources, and the permission that a member needs to open a source of each
 * (docs/rooms/inbox.md#permissions).
 */
export const SOURCE_PERMISSIONS = {
  PROFILE: "client.profile.read",
  FORMS: "forms.submissions.read",
  PROGRAMS: "programs.review",
  NUTRITION: "nutrition.review",
  COMMUNICATION: "messages.read",
  ANALYTICS: "client.risk_flags.read",
} as const satisfies Record<string, (typeof MEMBER_PERMISSIONS)["OWNER"][number]>;
export type SourceContext = keyof typeof SOURCE_PERMISSIONS;
export const SOURCE_CONTEXTS = keysOf(SOURCE_PERMISSIONS);

/** Codes of what a task of some kinds is about. */
export type SummaryCodeOf<Kind extends SourceKind> = Kind extends SourceKind
  ? keyof (typeof SOURCES)[Kind]["why"]
  : never;

/** The reason that a coach reads once the source of a task is deleted. */
export const DELETED_SOURCE = {
  SOURCE_DELETED: "What this was about has been deleted.",
} as const;

/**
 * Codes of the summaries of tasks. They reveal neither a client's text nor a reason, because other people may see a
 * coach's screen.
 */
export type SummaryCode = SummaryCodeOf<SourceKind> | keyof typeof DELETED_SOURCE;
export const SUMMARY_CODES: readonly SummaryCode[] = [
  ...SOURCE_KINDS.flatMap((kind) => keysOf<SummaryCodeOf<SourceKind>>(SOURCES[kind].why)),
  ...keysOf(DELETED_SOURCE),
];

export type ClosingCode = (typeof SOURCES)[SourceKind]["closes"]["code"];
export const CLOSING_CODES = SOURCE_KINDS.map((kind): ClosingCode => SOURCES[kind].closes.code);
