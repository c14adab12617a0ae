import { type Fields, isTrue, listOf, numberOf, textOf } from "../today/fields.ts";

/** Reads the fields of a question that a form shows, one by one: it may come from another version of the server. */
export function readQuestion(question: object): ShownQuestion {
  const fields: Fields = { ...question };
  return {
    questionId: textOf(fields, "questionId") ?? "",
    kind: textOf(fields, "kind") ?? "",
    label: textOf(fields, "label") ?? "",
    help: textOf(fields, "help"),
    isRequired: isTrue(fields, "required"),
    unit: textOf(fields, "unit"),
    min: numberOf(fields, "min"),
    max: numberOf(fields, "max"),
    lowLabel: textOf(fields, "lowLabel"),
    highLabel: textOf(fields, "highLabel"),
    options: listOf(fields, "options").map((option) => ({
      optionId: textOf(option, "optionId") ?? "",
      label: textOf(option, "label") ?? "",
    })),
  };
}

/** A question of a form. */
export interface ShownQuestion {
  readonly questionId: string;
  readonly kind: string;
  readonly label: string;
  readonly help: string | null;
  readonly isRequired: boolean;
  readonly unit: string | null;
  readonly min: number | null;
  readonly max: number | null;
  readonly lowLabel: string | null;
  readonly highLabel: string | null;
  readonly options: readonly { readonly optionId: string; readonly label: string }[];
}
