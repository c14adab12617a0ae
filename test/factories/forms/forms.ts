import {
  type Answers,
  type FormContent,
  type Question,
  formContentSchema,
} from "../../../contract/forms/content-schema.ts";

/** One question as a coach's console sends it; missing fields take their defaults. */
export type SentQuestion = { readonly kind: Question["kind"] } & Readonly<Record<string, unknown>>;

/** A form of one section with these questions in order; `questionId` is q1, q2 ... by default. */
export function formOf(...questions: readonly SentQuestion[]): FormContent {
  return formContentSchema.parse({ sections: [sectionOf(...questions)] });
}

/** A section of these questions, as sent. */
export function sectionOf(...questions: readonly SentQuestion[]) {
  const named = questions.map((question, index) => ({
    questionId: `q${index + 1}`,
    label: `Question ${index + 1}`,
    ...question,
  }));
  return { sectionId: "section", title: "Section", questions: named };
}

/** Options of a choice by their ids. */
export const optionsOf = (...ids: readonly string[]) =>
  ids.map((optionId) => ({ optionId, label: optionId }));

/** Answers of a person without injuries to the default questionnaire of a workspace. */
export const DEFAULT_ANSWERS: Answers = {
  main_goal: "Run ten kilometres without a break",
  birth_date: "1990-02-28",
  height: 172,
  experience: "under_one_year",
  days_per_week: 3,
  session_length: "up_to_45",
  equipment: ["bands", "bodyweight"],
  has_injuries: false,
  has_medical_advice: false,
  sleep: 7.5,
  stress: 4,
  diet: "vegetarian",
};
