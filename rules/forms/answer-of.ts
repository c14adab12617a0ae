import type { Answer, Answers } from "../../contract/forms/content-schema.ts";

/** The answer to a question, or null; never what an object has by nature, e.g. `constructor`. */
export function answerOf(answers: Answers, questionId: string): Answer {
  return Object.hasOwn(answers, questionId) ? (answers[questionId] ?? null) : null;
}
