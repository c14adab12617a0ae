import type { FormContent } from "../../contract/forms/content-schema.ts";
import type { ContentFaultCode } from "../../contract/forms/vocabulary.ts";
import { Refusal } from "../../contract/refusal.ts";
import { judgeContent } from "../../rules/forms/judge-content.ts";

/**
 * Refuses to publish invalid content. Each pointer is relative to the body that saves the draft.
 *
 * @throws Refusal VALIDATION_FAILED.
 */
export function refuseFaultyContent(content: FormContent): void {
  const faults = judgeContent(content);
  if (faults.length === 0) return;
  const errors = faults.slice(0, MAX_ERRORS).map(({ pointer, code }) => ({
    pointer: `/content${pointer}`,
    code,
    message: MESSAGES[code],
  }));
  throw new Refusal("VALIDATION_FAILED", { errors });
}

const MESSAGES: Record<ContentFaultCode, string> = {
  duplicate_id: "This id is already used",
  too_many_questions: "The form asks too many questions",
  no_earlier_question: "Not a question asked before this one",
  impossible_value: "The question can never have this answer",
  empty_range: "Leaves no possible answer",
  too_many_points: "The scale has too many points",
  not_a_step: "More decimals than answers may have",
  too_many_choices: "More choices than options",
  wrong_kind_for_field: "This kind of question cannot fill the field",
  duplicate_field: "Another question fills this field",
};

/** The number of errors that one refusal lists. */
const MAX_ERRORS = 100;
