import { shownQuestions } from "../../../rules/forms/shown-questions.ts";
import { knownContent } from "../../forms/known-content.ts";
import type { Texts } from "../../texts/use-texts.ts";
import type { FormSubmission } from "../client-queries.ts";
import { type Question, answerText } from "./answer-text.ts";

/** The sections of a submission: each question with its answer, or with the reason why there is none. */
export function answeredQuestions(
  submission: AnsweredForm,
  texts: Pick<Texts, "formats" | "t">,
): readonly AnsweredSection[] {
  const { content, answers, withheldQuestionIds } = submission;
  const form = readForm(submission);
  return content.sections.map(({ sectionId, title, questions }) => ({
    sectionId,
    title,
    questions: questions.flatMap((question) => {
      if (!("questionId" in question)) return [];
      const { questionId, label } = question;
      return [{ questionId, label, answer: cellOf(question) }];
    }),
  }));

  function cellOf(question: KnownQuestion): AnswerCell {
    const remark = (text: string) => ({ text, isRemark: true });
    if (withheldQuestionIds.includes(question.questionId))
      return remark(texts.t("client.hiddenByClient"));
    const text = answerText(question, answers[question.questionId], texts);
    if (text !== null) return { text, isRemark: false };
    return remark(notAskedText(question, form, texts) ?? texts.t("client.notAnswered"));
  }
}

/** The parts of a submission that its answers are read from. */
export type AnsweredForm = Pick<FormSubmission, "answers" | "content" | "withheldQuestionIds">;

/** A part of a submitted form. */
export interface AnsweredSection {
  readonly sectionId: string;
  readonly title: string;
  readonly questions: readonly AnsweredQuestion[];
}

/** A question with its answer. */
export interface AnsweredQuestion {
  readonly questionId: string;
  readonly label: string;
  readonly answer: AnswerCell;
}

/** An answer, or a remark in its place. */
export interface AnswerCell {
  readonly text: string;
  readonly isRemark: boolean;
}

type KnownQuestion = Extract<Question, { readonly questionId: string }>;

interface ReadForm {
  readonly questions: ReadonlyMap<string, KnownQuestion>;
  /** Ids of the questions that the client was asked; null if this version of the console cannot tell. */
  readonly shown: ReadonlySet<string> | null;
  readonly withheld: ReadonlySet<string>;
}

function readForm({ content, answers, withheldQuestionIds }: AnsweredForm): ReadForm {
  const known = knownContent(content);
  const all = content.sections.flatMap(({ questions }) => questions);
  return {
    questions: new Map(
      all.flatMap((question) =>
        "questionId" in question ? [[question.questionId, question] as const] : [],
      ),
    ),
    shown: known === null ? null : shownQuestions(known, answers),
    withheld: new Set(withheldQuestionIds),
  };
}

/** The condition under which a question would have been asked; null if it was asked, or if nobody can tell. */
function notAskedText(
  question: KnownQuestion,
  { questions, shown, withheld }: ReadForm,
  texts: Pick<Texts, "formats" | "t">,
): string | null {
  const { showIf } = question;
  if (showIf === null || shown === null || shown.has(question.questionId)) return null;
  // A hidden answer would be given away by the questions that depend on it.
  for (
    let above: KnownQuestion["showIf"] = showIf;
    above !== null;
    above = questions.get(above.questionId)?.showIf ?? null
  )
    if (withheld.has(above.questionId)) return null;
  const named = questions.get(showIf.questionId);
  if (named === undefined) return null;
  const value = answerText(named, showIf.value, texts);
  const { label } = named;
  if (showIf.operator === "ANSWERED" || value === null)
    return texts.t("clientForms.notAsked.ANSWERED", { label });
  return showIf.operator === "EQUALS"
    ? texts.t("clientForms.notAsked.EQUALS", { label, value })
    : texts.t("clientForms.notAsked.NOT_EQUALS", { label, value });
}
