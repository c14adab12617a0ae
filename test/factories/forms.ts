import {
  type FormContent,
  type Question,
  formContentSchema,
} from "../../contract/forms/content-schema.ts";

/** One question as a coach's console sends it; what is left out takes its default. */
export type SentQuestion = { readonly kind: Question["kind"] } & Readonly<Record<string, unknown>>;

/** A form of one section that asks these, in their order; `questionId` is q1, q2 ... unless told. */
export function formOf(...questions: readonly SentQuestion[]): FormContent {
  return formContentSchema.parse({ sections: [sectionOf(...questions)] });
}

/** A section of these questions, to be sent. */
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
