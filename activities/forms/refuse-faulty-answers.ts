import type { Answers, FormContent } from "../../contract/forms/content-schema.ts";
import type { AnswerFaultCode } from "../../contract/forms/vocabulary.ts";
import { Refusal } from "../../contract/refusal.ts";
import { judgeAnswers } from "../../rules/forms/judge-answers.ts";

/**
 * Refuses answers that do not satisfy the form, and names each faulty question.
 *
 * @throws Refusal VALIDATION_FAILED.
 */
export function refuseFaultyAnswers(content: FormContent, answers: Answers): void {
  const faults = judgeAnswers(content, answers, "SUBMISSION");
  if (faults.length === 0) return;
  const errors = faults.slice(0, MAX_ERRORS).map(({ questionId, code }) => ({
    pointer: `/answers/${questionId.replaceAll("~", "~0").replaceAll("/", "~1")}`,
    code,
    message: MESSAGES[code],
  }));
  throw new Refusal("VALIDATION_FAILED", { errors });
}

/** The message of each fault; it never quotes the answer. */
const MESSAGES: Record<AnswerFaultCode, string> = {
  required: "An answer is required",
  invalid_type: "The answer has the wrong type",
  too_small: "Below the minimum",
  too_big: "Above the maximum",
  too_long: "Too long",
  not_a_step: "Too many decimals",
  unknown_option: "Not one of the options",
  duplicate_option: "An option is chosen twice",
  unknown_question: "The form does not ask this",
  not_shown: "This question is hidden by the other answers",
};

/** A refusal names at most this many questions. */
const MAX_ERRORS = 100;
