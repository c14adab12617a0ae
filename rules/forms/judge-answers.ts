import type {
  Answer,
  Answers,
  FormContent,
  Question,
} from "../../contract/forms/content-schema.ts";
import type { AnswerFaultCode } from "../../contract/forms/vocabulary.ts";
import { answerOf } from "./answer-of.ts";
import { type AnswerMode, fitsKind, isBlank, judgeAnswer } from "./judge-answer.ts";
import { questionsOf } from "./questions-of.ts";
import { shownQuestions } from "./shown-questions.ts";

/**
 * Judges answers against the form: in its order, then unknown ids. Nothing is dropped silently: answers to unknown or
 * hidden questions are reported. A draft may omit answers and be out of range, a submission may not.
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

/** A rejected answer with the reason: the first fault of its question. */
export interface AnswerFault {
  readonly questionId: string;
  readonly code: AnswerFaultCode;
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
  return judgeAnswer(question, answer, mode);
}
