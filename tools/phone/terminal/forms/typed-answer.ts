import type { FormAnswer } from "../../../../device/wire/form-types.ts";
import { optionsOf } from "../../../../phone/forms/options-of.ts";
import type { ShownQuestion } from "../../../../phone/forms/read-question.ts";
import { en } from "../../../../phone/forms/texts-en.ts";
import { writtenAnswer } from "../../../../phone/forms/written-answer.ts";

/** The answer that a person typed; null clears it. Throws if an option has no such number. */
export function typedAnswer(question: ShownQuestion, typed: string): FormAnswer | null {
  const text = typed.trim();
  if (text === "") return null;
  const { kind } = question;
  if (kind === "MULTI_CHOICE")
    return text.split(/[\s,]+/).map((number) => String(optionOf(question, number)));
  if (kind === "SINGLE_CHOICE" || kind === "BOOLEAN") return optionOf(question, text);
  return writtenAnswer(kind === "SCALE" ? "NUMBER" : kind, text);
}

/** The option of a number, or of its label such as `yes`. */
function optionOf(question: ShownQuestion, typed: string): FormAnswer {
  const options = optionsOf(question, en);
  const option =
    options[Number.parseInt(typed, 10) - 1] ??
    options.find(({ label }) => label.toLowerCase() === typed.toLowerCase());
  if (option !== undefined) return option.value;
  const all = options.map(({ label }, place) => `${place + 1} (${label})`).join(", ");
  throw new Error(`${en.choose}: ${all}.`);
}
