import type { Question } from "../../../contract/forms/content-schema.ts";
import type { QuestionKind } from "../../../contract/forms/vocabulary.ts";
import type { Section } from "./draft.ts";

/** A question without words. It is optional and always shown. */
export function newQuestion(questionId: string): Question {
  return {
    kind: "TEXT",
    questionId,
    label: "",
    help: null,
    required: false,
    showIf: null,
    mapsTo: null,
  };
}

/** A section without words, with one question. */
export function newSection(sectionId: string, questionId: string): Section {
  return { sectionId, title: "", intro: null, questions: [newQuestion(questionId)] };
}

/**
 * The same question as another kind. Choices keep their options and numbers their unit; bounds begin anew, and so does
 * the profile field, which wants one kind.
 */
export function withKind(question: Question, kind: QuestionKind): Question {
  if (question.kind === kind) return question;
  const { questionId, label, help, required, showIf } = question;
  const shared = { questionId, label, help, required, showIf, mapsTo: null };
  const options = "options" in question ? question.options : firstOptions();
  const unit = "unit" in question ? question.unit : null;
  switch (kind) {
    case "TEXT":
    case "LONG_TEXT":
    case "BOOLEAN":
      return { kind, ...shared };
    case "NUMBER":
      return { kind, ...shared, unit, min: null, max: null, decimals: 0 };
    case "SINGLE_CHOICE":
      return { kind, ...shared, options };
    case "MULTI_CHOICE":
      return { kind, ...shared, options, minChoices: null, maxChoices: null };
    case "DATE":
      return { kind, ...shared, min: null, max: null };
    case "SCALE":
      return { kind, ...shared, unit, min: 0, max: 10, lowLabel: null, highLabel: null };
  }
}

/** The first free id of an option: `option_1`, `option_2` and so on. */
export function freeOptionId(options: readonly { readonly optionId: string }[]): string {
  const taken = new Set(options.map(({ optionId }) => optionId));
  let number = options.length + 1;
  while (taken.has(`option_${number}`)) number += 1;
  return `option_${number}`;
}

const firstOptions = () => [
  { optionId: "option_1", label: "" },
  { optionId: "option_2", label: "" },
];
