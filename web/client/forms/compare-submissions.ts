import type { AnswerCell, AnsweredSection } from "./answered-questions.ts";

/**
 * Two submissions of one form, question by question, in the order of the one that is shown. Questions are matched by
 * their id, which versions keep; those that only the other one has come last.
 */
export function compareSubmissions(
  shown: readonly AnsweredSection[],
  other: readonly AnsweredSection[],
): readonly ComparedQuestion[] {
  const [own, others] = [questionsOf(shown), questionsOf(other)];
  const otherById = new Map(others.map((question) => [question.questionId, question]));
  const ownIds = new Set(own.map(({ questionId }) => questionId));
  return [
    ...own.map(({ questionId, label, answer }) => {
      const before = otherById.get(questionId)?.answer ?? null;
      return { questionId, label, shown: answer, other: before, differs: differ(answer, before) };
    }),
    ...others
      .filter(({ questionId }) => !ownIds.has(questionId))
      .map(({ questionId, label, answer }) => ({
        questionId,
        label,
        shown: null,
        other: answer,
        differs: false,
      })),
  ];
}

/** A question with the answers of both submissions; null where its version does not have it. */
export interface ComparedQuestion {
  readonly questionId: string;
  readonly label: string;
  readonly shown: AnswerCell | null;
  readonly other: AnswerCell | null;
  /** Whether both versions have it and the answers are not the same. */
  readonly differs: boolean;
}

const questionsOf = (sections: readonly AnsweredSection[]) =>
  sections.flatMap(({ questions }) => questions);

const differ = (one: AnswerCell, other: AnswerCell | null): boolean =>
  other !== null && one.text !== other.text && !(one.isRemark && other.isRemark);
