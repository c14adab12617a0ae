import type { Answer, Answers, FormContent } from "../../contract/forms/content-schema.ts";
import type { MappedField } from "../../contract/forms/vocabulary.ts";
import { answerOf } from "./answer-of.ts";
import { isBlank } from "./judge-answer.ts";
import { questionsOf } from "./questions-of.ts";

/** What submitted answers say of the client's profile, field by field; unanswered questions nothing. */
export function mappedAnswers(
  content: FormContent,
  answers: Answers,
): Readonly<Partial<Record<MappedField, Answer>>> {
  const mapped = questionsOf(content).flatMap(({ questionId, mapsTo }) => {
    const answer = answerOf(answers, questionId);
    return mapsTo === null || isBlank(answer) ? [] : [[mapsTo, answer] as const];
  });
  return Object.fromEntries(mapped);
}
