import type { FormSubmission } from "../client-queries.ts";

type Question = FormSubmission["content"]["sections"][number]["questions"][number];
type Answer = FormSubmission["answers"][string];

/** An answer in words: the labels of its choices, yes or no, a number with its unit; null if there is none. */
export function answerText(
  question: Question,
  answer: Answer | undefined,
  words: Words,
): string | null {
  if (answer === undefined || answer === null) return null;
  if (typeof answer === "boolean") return answer ? words.yes : words.no;
  const options = "options" in question ? question.options : [];
  const labelOf = (id: string) => options.find(({ optionId }) => optionId === id)?.label ?? id;
  if (Array.isArray(answer)) return answer.map(labelOf).join(", ");
  const unit = "unit" in question && question.unit !== null ? ` ${question.unit}` : "";
  return typeof answer === "string" ? labelOf(answer) : `${answer}${unit}`;
}

interface Words {
  readonly yes: string;
  readonly no: string;
}
