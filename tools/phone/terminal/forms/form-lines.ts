import type { Form, FormSummary } from "../../../../device/forms/types.ts";
import { UNSEEN_DRAFT } from "../../../../device/forms/unseen-draft.ts";
import type { FormAnswer } from "../../../../device/wire/form-types.ts";
import { optionsOf } from "../../../../phone/forms/options-of.ts";
import type { ShownQuestion } from "../../../../phone/forms/read-question.ts";
import { en } from "../../../../phone/forms/texts-en.ts";
import { en as words } from "../../../../phone/texts/en.ts";
import { momentsOf } from "../../../../phone/texts/moments.ts";
import { questionsOf } from "./shown-forms.ts";

/** The forms to fill in, in lines. */
export function formListLines(open: readonly FormSummary[]): readonly string[] {
  if (open.length === 0) return ["No form is waiting for you."];
  return [
    words.forms,
    ...open.map(({ assignment, state }, place) => {
      const due =
        assignment.dueAt === null
          ? ""
          : `, ${words.dueAt(moments.dayAndTime(Date.parse(assignment.dueAt), 0))}`;
      return `${String(place + 1).padStart(2)}  ${assignment.title}${due}: ${en.state[state]}`;
    }),
  ];
}

/** A form in lines: each question with its number, its options and its answer. */
export function formLines(form: Form): readonly string[] {
  const { assignment, state, conflict, answers, submission } = form;
  const isUnseen = submission?.kind === "REFUSED" && submission.code === UNSEEN_DRAFT;
  return [
    `${assignment.title}: ${en.state[state]}`,
    ...(isUnseen ? [en.submitUnseen] : []),
    ...(conflict === null ? [] : [en.conflict]),
    ...questionsOf(form).flatMap((question, place) =>
      questionLines(question, place + 1, answers[question.questionId] ?? null),
    ),
  ];
}

const moments = momentsOf("en");

function questionLines(
  question: ShownQuestion,
  number: number,
  answer: FormAnswer | null,
): readonly string[] {
  const { label, unit, isRequired, kind, min, max } = question;
  const options = kind === "SCALE" ? [] : optionsOf(question, en);
  const given = answer === null ? "" : `: ${answerWords(question, answer)}`;
  return [
    `${String(number).padStart(2)}  ${label}${unit === null ? "" : ` (${unit})`}${isRequired ? "" : `, ${en.optional}`}${given}`,
    ...(kind === "SCALE" ? [`      ${en.scale(String(min ?? 1), String(max ?? 10))}`] : []),
    ...options.map((option, place) => `      ${place + 1}  ${option.label}`),
  ];
}

function answerWords(question: ShownQuestion, answer: FormAnswer): string {
  const given: readonly unknown[] = Array.isArray(answer) ? answer : [answer];
  const options = optionsOf(question, en);
  return given
    .map((one) => options.find(({ value }) => value === one)?.label ?? String(one))
    .join(", ");
}
