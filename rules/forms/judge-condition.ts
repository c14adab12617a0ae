import type { Condition, Question } from "../../contract/forms/content-schema.ts";
import type { ContentFaultCode } from "../../contract/forms/vocabulary.ts";
import { fitsKind, isBlank, judgeAnswer } from "./judge-answer.ts";

/**
 * Judges a condition against the earlier questions: whether it names one of them, and whether that question can have
 * the value. ANSWERED takes no value.
 */
export function judgeCondition(
  { questionId, operator, value }: Condition,
  earlier: ReadonlyMap<string, Question>,
): ConditionFault | null {
  const question = earlier.get(questionId);
  if (question === undefined) return { field: "questionId", code: "no_earlier_question" };
  const isPossible = operator === "ANSWERED" ? value === null : canBeAnswered(question, value);
  return isPossible ? null : { field: "value", code: "impossible_value" };
}

/** A fault of a condition, with the field that contains it. */
export interface ConditionFault {
  readonly field: "questionId" | "value";
  readonly code: ContentFaultCode;
}

function canBeAnswered(question: Question, value: Condition["value"]): boolean {
  if (value === null || isBlank(value)) return false;
  if (question.kind === "MULTI_CHOICE") {
    return question.options.some(({ optionId }) => optionId === value);
  }
  const isTrimmed = typeof value !== "string" || value === value.trim();
  return (
    isTrimmed && fitsKind(question, value) && judgeAnswer(question, value, "SUBMISSION") === null
  );
}
