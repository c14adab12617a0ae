import type { Texts } from "../../texts/use-texts.ts";
import type { FormSubmission } from "../client-queries.ts";

export type Question = FormSubmission["content"]["sections"][number]["questions"][number];
type Answer = FormSubmission["answers"][string];

/** An answer in words: the labels of its choices, yes or no, a date, a number with its unit; null if there is none. */
export function answerText(
  question: Question,
  answer: Answer | undefined,
  { t, formats }: Pick<Texts, "formats" | "t">,
): string | null {
  if (answer === undefined || answer === null) return null;
  if (typeof answer === "boolean") return t(answer ? "client.yes" : "client.no");
  const options = "options" in question ? question.options : [];
  const labelOf = (id: string) => options.find(({ optionId }) => optionId === id)?.label ?? id;
  if (Array.isArray(answer)) return answer.map(labelOf).join(", ");
  if (typeof answer === "string")
    return question.kind === "DATE" ? formats.fullDate(answer) : labelOf(answer);
  const unit = "unit" in question && question.unit !== null ? ` ${question.unit}` : "";
  return `${formats.number(answer)}${unit}`;
}
