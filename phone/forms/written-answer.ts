import type { FormAnswer } from "../../device/wire/form-types.ts";

/** A number that cannot be read stays a text: the rule then names the fault. */
export function writtenAnswer(kind: string, text: string): FormAnswer | null {
  if (text.trim() === "") return null;
  if (kind !== "NUMBER") return text;
  const number = Number(text.trim().replace(",", "."));
  return Number.isNaN(number) ? text : number;
}
