import type { Answers, FormContent } from "../../../contract/forms/content-schema.ts";
import { judgeAnswers } from "../../../rules/forms/judge-answers.ts";
import { isBlank } from "../../../rules/forms/judge-answer.ts";
import { shownQuestions } from "../../../rules/forms/shown-questions.ts";

/**
 * Fills in a form as a client would, by the rules of the server. The result has the questions that are shown, and why a
 * submission would be refused. Answers to hidden questions are kept but not sent.
 */
export function tryForm(content: FormContent, answers: Answers): TriedForm {
  const shown = shownQuestions(content, answers);
  const sent = Object.fromEntries(
    Object.entries(answers).filter(([questionId]) => shown.has(questionId)),
  );
  const answered = Object.values(sent).filter((given) => !isBlank(given)).length;
  return {
    shown,
    sent,
    answered,
    faults: new Map(
      judgeAnswers(content, sent, "SUBMISSION").map(({ questionId, code }) => [questionId, code]),
    ),
  };
}

export interface TriedForm {
  /** Ids of the questions that are shown. */
  readonly shown: ReadonlySet<string>;
  /** The answers to them. */
  readonly sent: Answers;
  /** How many of them are answered. */
  readonly answered: number;
  /** Why answers are refused, by question. */
  readonly faults: ReadonlyMap<string, string>;
}
