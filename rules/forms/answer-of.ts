import type { Answer, Answers } from "../../contract/forms/content-schema.ts";

/** The answer to a question, or null; never an inherited property, e.g. `constructor`. */
export function answerOf(answers: Answers, questionId: string): Answer {
  return Object.hasOwn(answers, questionId) ? (answers[questionId] ?? null) : null;
}
