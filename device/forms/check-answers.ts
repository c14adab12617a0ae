import type { Answers, FormContent as JudgedContent } from "../../contract/forms/content-schema.ts";
import { answerOf } from "../../rules/forms/answer-of.ts";
import { isBlank } from "../../rules/forms/judge-answer.ts";
import { judgeAnswers } from "../../rules/forms/judge-answers.ts";
import { questionsOf } from "../../rules/forms/questions-of.ts";
import { shownQuestions } from "../../rules/forms/shown-questions.ts";
import { isJsonObject } from "../json.ts";
import type { FormAnswers, FormContent } from "../wire/form-types.ts";
import type { FormCheck } from "./types.ts";

/** Checks answers by the rule of the server, as a submission of the questions that are shown. */
export function checkAnswers(content: FormContent, given: FormAnswers): FormCheck {
  if (!isJudged(content)) return { shown: [], faults: [], omitted: [] };
  const answers = copyOf(given);
  const shown = shownQuestions(content, answers);
  const hidden = hiddenQuestions(content, answers);
  return {
    shown: [...shown],
    faults: judgeAnswers(content, copyOf(shownAnswers(content, given)), "SUBMISSION"),
    omitted: hidden.filter((id) => !isBlank(answerOf(answers, id))),
  };
}

/** Whether even a draft may not have these answers: more input cannot mend them. */
export function isInvalidDraft(content: FormContent, answers: FormAnswers): boolean {
  return isJudged(content) && judgeAnswers(content, copyOf(answers), "DRAFT").length > 0;
}

/**
 * The answers of a submission. Blank ones and those to hidden questions are left out; an answer to an unknown question
 * stays, so that the rule names it.
 */
export function shownAnswers(content: FormContent, given: FormAnswers): FormAnswers {
  if (!isJudged(content)) return given;
  const answers = copyOf(given);
  const hidden = new Set(hiddenQuestions(content, answers));
  return Object.fromEntries(
    Object.entries(answers).filter(([id, answer]) => !hidden.has(id) && !isBlank(answer)),
  );
}

function hiddenQuestions(content: JudgedContent, answers: Answers): readonly string[] {
  const shown = shownQuestions(content, answers);
  return questionsOf(content).flatMap(({ questionId }) =>
    shown.has(questionId) ? [] : [questionId],
  );
}

/** Answers in the type of the rule. */
function copyOf(answers: FormAnswers): Answers {
  return Object.fromEntries(
    Object.entries(answers).map(([id, answer]) => [
      id,
      typeof answer === "object" && answer !== null ? [...answer] : answer,
    ]),
  );
}

/**
 * Whether the rule can judge the content. A later version of the server may add kinds of questions; the rule takes an
 * answer to one as invalid.
 */
function isJudged(content: FormContent): content is FormContent & JudgedContent {
  return content.sections.every(
    ({ questions }) =>
      Array.isArray(questions) &&
      questions.every((question) => isJsonObject(question) && "questionId" in question),
  );
}
