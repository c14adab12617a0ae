/** A draft was never published; an archived form can no longer be assigned. */
export const FORM_STATUSES = ["DRAFT", "PUBLISHED", "ARCHIVED"] as const;
export type FormStatus = (typeof FORM_STATUSES)[number];

/** Kinds of form in a list: the one that clients get when they register, and every other. */
export const FORM_KINDS = ["WORKSPACE_DEFAULT", "FURTHER"] as const;
export type FormKind = (typeof FORM_KINDS)[number];

/** Kinds of question (docs/rooms/forms.md#versions-and-drafts). */
export const QUESTION_KINDS = [
  "TEXT",
  "LONG_TEXT",
  "NUMBER",
  "SINGLE_CHOICE",
  "MULTI_CHOICE",
  "BOOLEAN",
  "DATE",
  "SCALE",
] as const;
export type QuestionKind = (typeof QUESTION_KINDS)[number];

/** How a question may depend on the answer to an earlier one. */
export const CONDITION_OPERATORS = ["EQUALS", "NOT_EQUALS", "ANSWERED"] as const;
export type ConditionOperator = (typeof CONDITION_OPERATORS)[number];

export const FORM_ASSIGNMENT_STATUSES = [
  "ASSIGNED",
  "IN_PROGRESS",
  "SUBMITTED",
  "CANCELLED",
] as const;
export type FormAssignmentStatus = (typeof FORM_ASSIGNMENT_STATUSES)[number];

/** Why a form was assigned. The source id is the onboarding task, the assignment itself, or the plan's check-in. */
export const FORM_SOURCES = ["ONBOARDING", "COACH", "CHECK_IN"] as const;
export type FormSource = (typeof FORM_SOURCES)[number];

/** Fields of the client's profile that a question may fill after submission. */
export const MAPPED_FIELDS = ["birthDate", "heightCm", "goal"] as const;
export type MappedField = (typeof MAPPED_FIELDS)[number];

/** Limits of a form; it has to fit into a request of 256 KB. */
export const FORM_LIMITS = {
  sections: 20,
  questions: 100,
  options: 50,
  lineLength: 200,
  helpLength: 1_000,
  textAnswerLength: 500,
  longTextAnswerLength: 10_000,
  /** Maximum number of points of a scale, including both ends. */
  scalePoints: 101,
  bodyBytes: 256 * 1024,
  /** Without archived forms. */
  formsPerWorkspace: 200,
  /** Assigned to one client by coaches, and neither submitted nor cancelled; each makes a task of the day. */
  openAssignments: 100,
  /** Maximum number of versions listed with a form, newest first. */
  versionsListed: 100,
} as const;

/** Why an answer is refused; each error has the pointer of its question. */
export const ANSWER_FAULTS = [
  "required",
  "invalid_type",
  "too_small",
  "too_big",
  "too_long",
  "not_a_step",
  "unknown_option",
  "duplicate_option",
  "unknown_question",
  "not_shown",
] as const;
export type AnswerFaultCode = (typeof ANSWER_FAULTS)[number];

/** Errors that prevent the publication of a draft; each points to its place. */
export const CONTENT_FAULTS = [
  /** The id of a section, question or option is used twice. */
  "duplicate_id",
  "too_many_questions",
  /** A condition names no question before its own. */
  "no_earlier_question",
  /** A condition compares with a value that can never be an answer to its question. */
  "impossible_value",
  /** The upper bound is below the lower one, or a scale has only one point. */
  "empty_range",
  "too_many_points",
  /** A bound has more decimals than an answer may have. */
  "not_a_step",
  /** More choices are required or allowed than there are options. */
  "too_many_choices",
  /** The profile field needs another kind of question. */
  "wrong_kind_for_field",
  /** Another question already fills this field. */
  "duplicate_field",
] as const;
export type ContentFaultCode = (typeof CONTENT_FAULTS)[number];
