import type {
  Answer,
  Answers,
  Condition,
  FormContent,
  Question,
} from "../../contract/forms/content-schema.ts";
import { answerOf } from "./answer-of.ts";
import { fitsKind, isBlank } from "./judge-answer.ts";
import { questionsOf } from "./questions-of.ts";

/**
 * Ids of the questions shown for these answers. A question whose condition names a hidden question is hidden too,
 * even if it was answered before.
 */
export function shownQuestions(content: FormContent, answers: Answers): ReadonlySet<string> {
  const shown = new Map<string, Question>();
  for (const question of questionsOf(content)) {
    if (isShown(question, shown, answers)) shown.set(question.questionId, question);
  }
  return new Set(shown.keys());
}

function isShown(
  { showIf }: Question,
  shownBefore: ReadonlyMap<string, Question>,
  answers: Answers,
): boolean {
  if (showIf === null) return true;
  const condition = shownBefore.get(showIf.questionId);
  if (condition === undefined) return false;
  const answer = answerOf(answers, condition.questionId);
  const isAnswered = answer !== null && !isBlank(answer) && fitsKind(condition, answer);
  return meets(showIf, isAnswered ? answer : null);
}

/** An unanswered question equals nothing, so NOT_EQUALS holds. */
function meets({ operator, value }: Condition, answer: Answer): boolean {
  switch (operator) {
    case "ANSWERED":
      return answer !== null;
    case "EQUALS":
      return equals(answer, value);
    case "NOT_EQUALS":
      return !equals(answer, value);
  }
}

/** Text compares trimmed; a multiple choice equals if any of its choices does. */
function equals(answer: Answer, value: Condition["value"]): boolean {
  if (answer === null) return false;
  if (Array.isArray(answer)) return answer.some((chosen) => chosen === value);
  return (typeof answer === "string" ? answer.trim() : answer) === value;
}
