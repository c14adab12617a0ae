import type { Condition, Question } from "../../../contract/forms/content-schema.ts";

/** The value that a new condition starts with: the first that a list offers; null where a person types one. */
export function firstValue(question: Question | undefined): Condition["value"] {
  switch (question?.kind) {
    case "BOOLEAN":
      return true;
    case "SINGLE_CHOICE":
    case "MULTI_CHOICE":
      return question.options[0]?.optionId ?? null;
    case "SCALE":
      return question.min;
    default:
      return null;
  }
}
