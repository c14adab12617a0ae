import type { Answer, Answers, FormContent } from "../../contract/forms/content-schema.ts";
import type { MappedField } from "../../contract/forms/vocabulary.ts";
import { answerOf } from "./answer-of.ts";
import { isBlank } from "./judge-answer.ts";
import { questionsOf } from "./questions-of.ts";

/** The profile fields that submitted answers fill; unanswered questions fill none. */
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
