import type { Answers } from "../../contract/forms/content-schema.ts";
import type { FormAnswer, FormPreview } from "../../contract/forms/schema.ts";
import { judgeAnswers } from "../../rules/forms/judge-answers.ts";
import { judgeContent } from "../../rules/forms/judge-content.ts";
import { shownQuestions } from "../../rules/forms/shown-questions.ts";

/** The view and the faults for a client who submits these answers to the draft. */
export function presentPreview(
  { content, revision }: Pick<FormAnswer, "content" | "revision">,
  answers: Answers,
): FormPreview {
  return {
    revision,
    shownQuestionIds: [...shownQuestions(content, answers)],
    answerFaults: [...judgeAnswers(content, answers, "SUBMISSION")],
    contentFaults: judgeContent(content).map(({ pointer, code }) => ({
      pointer: `/content${pointer}`,
      code,
    })),
  };
}
