import type { Form, FormSummary, Forms } from "../../../../device/forms/types.ts";
import { type ShownQuestion, readQuestion } from "../../../../phone/forms/read-question.ts";
import { en } from "../../../../phone/forms/texts-en.ts";
import { onlyScope } from "../only-scope.ts";
import type { TerminalPhone } from "../terminal-phone.ts";

/** Reads the forms to fill in as the phone has them, in the order of their numbers. */
export async function readShownForms({ device }: TerminalPhone): Promise<ShownForms> {
  const forms = await (await onlyScope(device)).part("forms");
  const open = (await forms.list()).filter(
    ({ state }) => state !== "SUBMITTED" && state !== "CANCELLED",
  );
  return { forms, open };
}

/** The form of a number such as `1`, or `1.2`. Throws if there is none. */
export async function formAt({ forms, open }: ShownForms, place = ""): Promise<Form> {
  const summary = open[Number.parseInt(place, 10) - 1];
  if (summary === undefined)
    throw new Error(`Name a form by its number, from 1 to ${open.length}. List them: forms`);
  const { formAssignmentId } = summary.assignment;
  const form = await forms.form({ formAssignmentId });
  if (form === null) throw new Error(`${en.gone}. ${en.goneWhy}`);
  return form;
}

/** The questions that the answers show, in the order of their numbers. */
export function questionsOf({ content, check }: Form): readonly ShownQuestion[] {
  const shown = new Set(check.shown);
  return content.sections
    .flatMap(({ questions }) => questions.map(readQuestion))
    .filter(({ questionId }) => shown.has(questionId));
}

/** The forms of a phone. */
export interface ShownForms {
  readonly forms: Forms;
  readonly open: readonly FormSummary[];
}
