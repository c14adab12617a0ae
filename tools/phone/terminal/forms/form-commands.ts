import type { Form } from "../../../../device/forms/types.ts";
import { readQuestion } from "../../../../phone/forms/read-question.ts";
import { submittedWords } from "../../../../phone/forms/submitted-words.ts";
import { en } from "../../../../phone/forms/texts-en.ts";
import { en as words } from "../../../../phone/texts/en.ts";
import type { Command } from "../command.ts";
import { formLines, formListLines } from "./form-lines.ts";
import { type ShownForms, formAt, questionsOf, readShownForms } from "./shown-forms.ts";
import { readShownDay } from "../shown-day.ts";
import type { TerminalPhone } from "../terminal-phone.ts";
import { typedAnswer } from "./typed-answer.ts";

/** Commands that fill in a form. Each answer is stored at once; nothing is sent before the person says so. */
export const FORM_COMMANDS: Readonly<Record<string, Command>> = {
  forms: {
    usage: "forms",
    does: "lists the forms to fill in with their numbers",
    run: async (phone) => {
      const shown = await readShownForms(phone);
      // Forms are read when a person looks at them; without a connection, the stored ones are shown.
      await shown.forms.refresh().catch(() => null);
      return formListLines((await readShownForms(phone)).open);
    },
  },
  form: {
    usage: "form <form>",
    does: "shows the questions of a form with their numbers and answers",
    run: async (phone, [place]) => formLines(await formAt(await readShownForms(phone), place)),
  },
  answer: {
    usage: "answer <form>.<question> [<answer>]",
    does: "answers a question: a text, a number, yes or no, or the numbers of options; nothing clears it",
    run: async (phone, [place = "", ...written]) => {
      const { forms, open } = await readShownForms(phone);
      const form = await formAt({ forms, open }, place);
      const question = questionsOf(form)[Number.parseInt(place.split(".")[1] ?? "", 10) - 1];
      if (question === undefined) throw new Error("Name a question: answer <form>.<question>");
      const answers = {
        ...form.answers,
        [question.questionId]: typedAnswer(question, written.join(" ")),
      };
      const { formAssignmentId } = form.assignment;
      const outcome = await forms.write({ formAssignmentId, answers });
      if (outcome.kind !== "WRITTEN") throw new Error(en.notWritten[outcome.kind]);
      const check = await forms.check({ formAssignmentId, answers });
      const fault = check?.faults.find(({ questionId }) => questionId === question.questionId);
      return [`${words.saved}.`, ...(fault === undefined ? [] : [en.faults[fault.code]])];
    },
  },
  submit: {
    usage: "submit <form>",
    does: "submits a form",
    run: async (phone, [place]) => {
      const shown = await readShownForms(phone);
      return await submit(phone, shown, await formAt(shown, place));
    },
  },
};

async function submit(
  phone: TerminalPhone,
  { forms }: ShownForms,
  form: Form,
): Promise<readonly string[]> {
  const { formAssignmentId } = form.assignment;
  const taskId = await checkInOf(phone, formAssignmentId);
  const outcome = await forms.submit({ formAssignmentId, ...(taskId !== null && { taskId }) });
  if (outcome.kind !== "INCOMPLETE") return [submittedWords(outcome, en)];
  const questions = form.content.sections.flatMap((section) => section.questions.map(readQuestion));
  return [
    en.incomplete(outcome.faults.length),
    ...outcome.faults.map(({ questionId, code }) => {
      const question = questions.find((one) => one.questionId === questionId);
      return `      ${question?.label ?? questionId}: ${en.faults[code]}`;
    }),
  ];
}

/** The check-in of today that a submission completes; null if there is none. */
async function checkInOf(phone: TerminalPhone, formAssignmentId: string): Promise<string | null> {
  const { cards } = await readShownDay(phone);
  const card = cards.find(({ task }) => task.formAssignmentId === formAssignmentId);
  return card?.task.taskId ?? null;
}
