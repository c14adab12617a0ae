import type { FormAnswer } from "../../device/wire/form-types.ts";
import type { ShownQuestion } from "./read-question.ts";

/** The answers that a question offers, in order; none for a question that is answered by typing. */
export function optionsOf(
  question: ShownQuestion,
  { yes, no }: { yes: string; no: string },
): readonly Option[] {
  const { kind, options, min, max, lowLabel, highLabel } = question;
  if (kind === "BOOLEAN")
    return [
      { value: true, label: yes },
      { value: false, label: no },
    ];
  if (kind !== "SCALE") return options.map(({ optionId, label }) => ({ value: optionId, label }));
  const [least, most] = [min ?? 1, max ?? 10];
  return Array.from({ length: most - least + 1 }, (_, place) => {
    const value = least + place;
    const ends = new Map([
      [least, lowLabel],
      [most, highLabel],
    ]);
    const words = ends.get(value) ?? null;
    return { value, label: words === null ? String(value) : `${value}: ${words}` };
  });
}

/** One offered answer. */
export interface Option {
  readonly value: FormAnswer;
  readonly label: string;
}
