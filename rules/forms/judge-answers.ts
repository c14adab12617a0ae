import type {
  Answer,
  Answers,
  FormContent,
  Question,
} from "../../contract/forms/content-schema.ts";
import type { AnswerFaultCode } from "../../contract/forms/vocabulary.ts";
import { answerOf } from "./answer-of.ts";
import { type AnswerMode, fitsKind, isBlank, judgeValue } from "./judge-answer.ts";
import { questionsOf } from "./questions-of.ts";
import { shownQuestions } from "./shown-questions.ts";

/** An answer that is not accepted, and why; of one question the first thing that is wrong. */
export interface AnswerFault {
  readonly questionId: string;
  readonly code: AnswerFaultCode;
}

/**
 * Judges answers against what the form asks: in its order, then ids it does not ask. Nothing is dropped
 * in silence: what belongs to no question, or to a hidden one, is named. A draft may lack answers and
 * be out of range; a submission may not.
 */
export function judgeAnswers(
  content: FormContent,
  answers: Answers,
  mode: AnswerMode,
): readonly AnswerFault[] {
  const shown = shownQuestions(content, answers);
  const questions = questionsOf(content);
  const known = new Set(questions.map(({ questionId }) => questionId));
  const faults = questions.flatMap((question): AnswerFault[] => {
    const { questionId } = question;
    const isShown = shown.has(questionId);
    const code = judgeOne(question, answerOf(answers, questionId), { mode, isShown });
    return code === null ? [] : [{ questionId, code }];
  });
  const unknown = Object.keys(answers).filter((questionId) => !known.has(questionId));
  return [
    ...faults,
    ...unknown.map((questionId) => ({ questionId, code: "unknown_question" }) as const),
  ];
}

function judgeOne(
  question: Question,
  answer: Answer,
  { mode, isShown }: { readonly mode: AnswerMode; readonly isShown: boolean },
): AnswerFaultCode | null {
  const isSubmission = mode === "SUBMISSION";
  if (answer !== null && !fitsKind(question, answer)) return "invalid_type";
  if (answer === null || isBlank(answer)) {
    return isSubmission && isShown && question.required ? "required" : null;
  }
  if (isSubmission && !isShown) return "not_shown";
  return judgeValue(question, answer, mode);
}
