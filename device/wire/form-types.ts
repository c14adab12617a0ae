// Generated from the API by `npm run device:types`.

import type { Open, OperationResult } from "./sync-types.ts";
import type { FormAnswersInput } from "./operation-types.ts";

/** One page of a list, with at most `limit` items; at the end of the list `nextCursor` is null. */
export interface FormAssignmentPage {
  readonly items: readonly FormAssignment[];
  /** Cursor of the next page; null at the end. */
  readonly nextCursor: string | null;
}

/** A form that was assigned to a client. */
export interface FormAssignment {
  readonly formAssignmentId: string;
  readonly formId: string;
  readonly formVersionId: string;
  readonly version: number;
  readonly title: string;
  readonly sourceType: Open<"ONBOARDING" | "COACH" | "CHECK_IN">;
  readonly status: Open<"ASSIGNED" | "IN_PROGRESS" | "SUBMITTED" | "CANCELLED">;
  readonly revision: number;
  readonly dueAt: string | null;
  readonly assignedAt: string;
  readonly updatedAt: string;
  readonly submittedAt: string | null;
  readonly cancelledAt: string | null;
  /** Null until it is submitted. */
  readonly submissionId: string | null;
}

/** An assignment, as its client fills it in. */
export interface OwnFormAssignment {
  readonly formAssignmentId: string;
  readonly formId: string;
  readonly formVersionId: string;
  readonly version: number;
  readonly title: string;
  readonly sourceType: Open<"ONBOARDING" | "COACH" | "CHECK_IN">;
  readonly status: Open<"ASSIGNED" | "IN_PROGRESS" | "SUBMITTED" | "CANCELLED">;
  readonly revision: number;
  readonly dueAt: string | null;
  readonly assignedAt: string;
  readonly updatedAt: string;
  readonly submittedAt: string | null;
  readonly cancelledAt: string | null;
  /** Null until it is submitted. */
  readonly submissionId: string | null;
  readonly content: FormContent;
  /** The draft while the assignment is open; after that, the submitted answers. */
  readonly answers: FormAnswers;
  readonly draftSavedAt: string | null;
  /** The form is open and the relationship is not paused. */
  readonly canSave: boolean;
}

/**
 * Questions of a form, in order. Publishing validates them as a whole: ids are unique, conditions name an
 * earlier question and a possible value, ranges are not empty, and mapped fields have a fitting kind of
 * question.
 */
export interface FormContent {
  readonly sections: readonly FormSection[];
}

/** A part of a form under one title, with its questions in order; `intro` is shown above them. */
export interface FormSection {
  readonly sectionId: string;
  readonly title: string;
  readonly intro: string | null;
  readonly questions: readonly FormQuestion[];
}

/** One question, by its kind. */
export type FormQuestion =
  | FormQuestionText
  | FormQuestionLongText
  | FormQuestionNumber
  | FormQuestionSingleChoice
  | FormQuestionMultiChoice
  | FormQuestionBoolean
  | FormQuestionDate
  | FormQuestionScale
  | OtherFormQuestion;

/** Branch of FormQuestion whose `kind` is TEXT. */
export interface FormQuestionText {
  readonly kind: "TEXT";
  readonly questionId: string;
  readonly label: string;
  readonly help: string | null;
  readonly required: boolean;
  readonly showIf: QuestionCondition | null;
  readonly mapsTo: Open<"birthDate" | "heightCm" | "goal"> | null;
}

/** Shows a question only if the answer to an earlier one matches; a missing answer equals nothing. */
export interface QuestionCondition {
  readonly questionId: string;
  readonly operator: Open<"EQUALS" | "NOT_EQUALS" | "ANSWERED">;
  /** The value to compare with; null for ANSWERED. A MULTI_CHOICE answer equals each chosen option. */
  readonly value: QuestionConditionValue | null;
}

/** One of the values that this field may have. */
export type QuestionConditionValue = string | number | boolean;

/** Branch of FormQuestion whose `kind` is LONG_TEXT. */
export interface FormQuestionLongText {
  readonly kind: "LONG_TEXT";
  readonly questionId: string;
  readonly label: string;
  readonly help: string | null;
  readonly required: boolean;
  readonly showIf: QuestionCondition | null;
  readonly mapsTo: Open<"birthDate" | "heightCm" | "goal"> | null;
}

/** Branch of FormQuestion whose `kind` is NUMBER. */
export interface FormQuestionNumber {
  readonly kind: "NUMBER";
  readonly questionId: string;
  readonly label: string;
  readonly help: string | null;
  readonly required: boolean;
  readonly showIf: QuestionCondition | null;
  readonly mapsTo: Open<"birthDate" | "heightCm" | "goal"> | null;
  readonly unit: string | null;
  readonly min: number | null;
  readonly max: number | null;
  /** Maximum number of decimals of an answer. */
  readonly decimals: number;
}

/** Branch of FormQuestion whose `kind` is SINGLE_CHOICE. */
export interface FormQuestionSingleChoice {
  readonly kind: "SINGLE_CHOICE";
  readonly questionId: string;
  readonly label: string;
  readonly help: string | null;
  readonly required: boolean;
  readonly showIf: QuestionCondition | null;
  readonly mapsTo: Open<"birthDate" | "heightCm" | "goal"> | null;
  readonly options: readonly QuestionOption[];
}

/** One option of a question; `optionId` is stored, `label` is shown. */
export interface QuestionOption {
  readonly optionId: string;
  readonly label: string;
}

/** Branch of FormQuestion whose `kind` is MULTI_CHOICE. */
export interface FormQuestionMultiChoice {
  readonly kind: "MULTI_CHOICE";
  readonly questionId: string;
  readonly label: string;
  readonly help: string | null;
  readonly required: boolean;
  readonly showIf: QuestionCondition | null;
  readonly mapsTo: Open<"birthDate" | "heightCm" | "goal"> | null;
  readonly options: readonly QuestionOption[];
  /** Minimum and maximum number of options. */
  readonly minChoices: number | null;
  readonly maxChoices: number | null;
}

/** Branch of FormQuestion whose `kind` is BOOLEAN. */
export interface FormQuestionBoolean {
  readonly kind: "BOOLEAN";
  readonly questionId: string;
  readonly label: string;
  readonly help: string | null;
  readonly required: boolean;
  readonly showIf: QuestionCondition | null;
  readonly mapsTo: Open<"birthDate" | "heightCm" | "goal"> | null;
}

/** Branch of FormQuestion whose `kind` is DATE. */
export interface FormQuestionDate {
  readonly kind: "DATE";
  readonly questionId: string;
  readonly label: string;
  readonly help: string | null;
  readonly required: boolean;
  readonly showIf: QuestionCondition | null;
  readonly mapsTo: Open<"birthDate" | "heightCm" | "goal"> | null;
  readonly min: string | null;
  readonly max: string | null;
}

/** Branch of FormQuestion whose `kind` is SCALE. */
export interface FormQuestionScale {
  readonly kind: "SCALE";
  readonly questionId: string;
  readonly label: string;
  readonly help: string | null;
  readonly required: boolean;
  readonly showIf: QuestionCondition | null;
  readonly mapsTo: Open<"birthDate" | "heightCm" | "goal"> | null;
  readonly unit: string | null;
  readonly min: number;
  readonly max: number;
  readonly lowLabel: string | null;
  readonly highLabel: string | null;
}

/** Any value of FormQuestion that a later version of the service adds. */
export interface OtherFormQuestion {
  readonly kind: string;
}

/** Answers to the questions of a form, by question id. */
export type FormAnswers = Readonly<Record<string, FormAnswer | null>>;

/** An answer as sent; its type is validated against its question. */
export type FormAnswer = string | number | boolean | readonly string[];

/** The whole new draft, which replaces the one of `expectedRevision`. */
export interface SaveFormDraft {
  readonly title: string;
  readonly content: FormContentInput;
  readonly expectedRevision: number;
}

/**
 * Questions of a form, in order. Publishing validates them as a whole: ids are unique, conditions name an
 * earlier question and a possible value, ranges are not empty, and mapped fields have a fitting kind of
 * question.
 */
export interface FormContentInput {
  readonly sections: readonly FormSectionInput[];
}

/** A part of a form under one title, with its questions in order; `intro` is shown above them. */
export interface FormSectionInput {
  readonly sectionId: string;
  readonly title: string;
  readonly intro?: string | null;
  readonly questions: readonly FormQuestionInput[];
}

/** One question, by its kind. */
export type FormQuestionInput =
  | FormQuestionTextInput
  | FormQuestionLongTextInput
  | FormQuestionNumberInput
  | FormQuestionSingleChoiceInput
  | FormQuestionMultiChoiceInput
  | FormQuestionBooleanInput
  | FormQuestionDateInput
  | FormQuestionScaleInput;

/** Branch of FormQuestion whose `kind` is TEXT. */
export interface FormQuestionTextInput {
  readonly kind: "TEXT";
  readonly questionId: string;
  readonly label: string;
  readonly help?: string | null;
  readonly required?: boolean;
  readonly showIf?: QuestionConditionInput | null;
  readonly mapsTo?: "birthDate" | "heightCm" | "goal" | null;
}

/** Shows a question only if the answer to an earlier one matches; a missing answer equals nothing. */
export interface QuestionConditionInput {
  readonly questionId: string;
  readonly operator: "EQUALS" | "NOT_EQUALS" | "ANSWERED";
  /** The value to compare with; null for ANSWERED. A MULTI_CHOICE answer equals each chosen option. */
  readonly value: QuestionConditionValueInput | null;
}

/** One of the values that this field may have. */
export type QuestionConditionValueInput = string | number | boolean;

/** Branch of FormQuestion whose `kind` is LONG_TEXT. */
export interface FormQuestionLongTextInput {
  readonly kind: "LONG_TEXT";
  readonly questionId: string;
  readonly label: string;
  readonly help?: string | null;
  readonly required?: boolean;
  readonly showIf?: QuestionConditionInput | null;
  readonly mapsTo?: "birthDate" | "heightCm" | "goal" | null;
}

/** Branch of FormQuestion whose `kind` is NUMBER. */
export interface FormQuestionNumberInput {
  readonly kind: "NUMBER";
  readonly questionId: string;
  readonly label: string;
  readonly help?: string | null;
  readonly required?: boolean;
  readonly showIf?: QuestionConditionInput | null;
  readonly mapsTo?: "birthDate" | "heightCm" | "goal" | null;
  readonly unit?: string | null;
  readonly min?: number | null;
  readonly max?: number | null;
  /** Maximum number of decimals of an answer. */
  readonly decimals?: number;
}

/** Branch of FormQuestion whose `kind` is SINGLE_CHOICE. */
export interface FormQuestionSingleChoiceInput {
  readonly kind: "SINGLE_CHOICE";
  readonly questionId: string;
  readonly label: string;
  readonly help?: string | null;
  readonly required?: boolean;
  readonly showIf?: QuestionConditionInput | null;
  readonly mapsTo?: "birthDate" | "heightCm" | "goal" | null;
  readonly options: readonly QuestionOptionInput[];
}

/** One option of a question; `optionId` is stored, `label` is shown. */
export interface QuestionOptionInput {
  readonly optionId: string;
  readonly label: string;
}

/** Branch of FormQuestion whose `kind` is MULTI_CHOICE. */
export interface FormQuestionMultiChoiceInput {
  readonly kind: "MULTI_CHOICE";
  readonly questionId: string;
  readonly label: string;
  readonly help?: string | null;
  readonly required?: boolean;
  readonly showIf?: QuestionConditionInput | null;
  readonly mapsTo?: "birthDate" | "heightCm" | "goal" | null;
  readonly options: readonly QuestionOptionInput[];
  /** Minimum and maximum number of options. */
  readonly minChoices?: number | null;
  readonly maxChoices?: number | null;
}

/** Branch of FormQuestion whose `kind` is BOOLEAN. */
export interface FormQuestionBooleanInput {
  readonly kind: "BOOLEAN";
  readonly questionId: string;
  readonly label: string;
  readonly help?: string | null;
  readonly required?: boolean;
  readonly showIf?: QuestionConditionInput | null;
  readonly mapsTo?: "birthDate" | "heightCm" | "goal" | null;
}

/** Branch of FormQuestion whose `kind` is DATE. */
export interface FormQuestionDateInput {
  readonly kind: "DATE";
  readonly questionId: string;
  readonly label: string;
  readonly help?: string | null;
  readonly required?: boolean;
  readonly showIf?: QuestionConditionInput | null;
  readonly mapsTo?: "birthDate" | "heightCm" | "goal" | null;
  readonly min?: string | null;
  readonly max?: string | null;
}

/** Branch of FormQuestion whose `kind` is SCALE. */
export interface FormQuestionScaleInput {
  readonly kind: "SCALE";
  readonly questionId: string;
  readonly label: string;
  readonly help?: string | null;
  readonly required?: boolean;
  readonly showIf?: QuestionConditionInput | null;
  readonly mapsTo?: "birthDate" | "heightCm" | "goal" | null;
  readonly unit?: string | null;
  readonly min: number;
  readonly max: number;
  readonly lowLabel?: string | null;
  readonly highLabel?: string | null;
}

/** Result of saving a draft: its receipt, and the assignment. */
export interface SavedDraft {
  readonly receipt: OperationResult;
  readonly formAssignment: FormAssignment | null;
}

/** Final answers by question id. */
export interface SubmitForm {
  readonly answers: FormAnswersInput;
  /** The check-in that the submission completes; by default the newest open one with this form. */
  readonly taskId?: string;
  /** When it was filled in, by the device's clock; by default the time of receipt. */
  readonly clientRecordedAt?: string;
  /** When the request was sent, by the device's clock; used to measure that clock, as in a batch. */
  readonly clientSentAt?: string;
}

/** Confirmation of a submission. The answers are never repeated here; read them from the assignment. */
export interface SubmittedForm {
  readonly formSubmissionId: string;
  readonly formAssignmentId: string;
  readonly formVersionId: string;
  readonly status: Open<"ASSIGNED" | "IN_PROGRESS" | "SUBMITTED" | "CANCELLED">;
  readonly revision: number;
  readonly submittedAt: string;
}
