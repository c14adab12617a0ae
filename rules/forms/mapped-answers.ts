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

/**
 * Splits submitted answers for a coach into those they may read, and questions whose answers fill a withheld field of
 * the profile. A missing answer to such a question counts as hidden, so that its absence reveals nothing. A question
 * whose condition names a hidden one is hidden too, because its presence would reveal the answer.
 */
export function sharedAnswers(
  content: FormContent,
  answers: Answers,
  withheld: readonly MappedField[],
): { readonly answers: Answers; readonly withheldQuestionIds: readonly string[] } {
  const hidden = new Set<string>();
  // A condition names an earlier question.
  for (const { questionId, mapsTo, showIf } of questionsOf(content)) {
    const fills = mapsTo !== null && withheld.includes(mapsTo);
    if (fills || (showIf !== null && hidden.has(showIf.questionId))) hidden.add(questionId);
  }
  const shared = Object.entries(answers).filter(([questionId]) => !hidden.has(questionId));
  return { answers: Object.fromEntries(shared), withheldQuestionIds: [...hidden] };
}
