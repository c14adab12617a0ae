import type { Answer, Question } from "../../contract/forms/content-schema.ts";
import { type AnswerFaultCode, FORM_LIMITS } from "../../contract/forms/vocabulary.ts";

/** A draft may be incomplete, a submission may not. */
export type AnswerMode = "DRAFT" | "SUBMISSION";

type Kind<K extends Question["kind"]> = Extract<Question, { kind: K }>;

/** Whether an answer is empty: null, blank text, or no choice selected. */
export function isBlank(answer: Answer): boolean {
  if (answer === null) return true;
  if (typeof answer === "string") return answer.trim() === "";
  return Array.isArray(answer) && answer.length === 0;
}

/** Whether an answer has the type of its question's kind; its value is judged separately. */
export function fitsKind({ kind }: Question, answer: Exclude<Answer, null>): boolean {
  switch (kind) {
    case "TEXT":
    case "LONG_TEXT":
    case "SINGLE_CHOICE":
      return typeof answer === "string";
    case "NUMBER":
    case "SCALE":
      return typeof answer === "number" && Number.isFinite(answer);
    case "BOOLEAN":
      return typeof answer === "boolean";
    case "MULTI_CHOICE":
      return Array.isArray(answer);
    case "DATE":
      return typeof answer === "string" && (isBlank(answer) || isLocalDate(answer));
  }
}

/**
 * Why the value of a non-empty answer of the right type is invalid. A draft is only checked for faults that more
 * input cannot fix: unknown options, and lengths.
 */
export function judgeAnswer(
  question: Question,
  answer: Exclude<Answer, null>,
  mode: AnswerMode,
): AnswerFaultCode | null {
  if (typeof answer === "number") return mode === "DRAFT" ? null : judgeNumber(question, answer);
  if (typeof answer === "string") return judgeText(question, answer, mode);
  if (typeof answer === "boolean") return null;
  return question.kind === "MULTI_CHOICE" ? judgeChoices(question, answer, mode) : null;
}

function judgeNumber(question: Question, answer: number): AnswerFaultCode | null {
  if (question.kind !== "NUMBER" && question.kind !== "SCALE") return null;
  const decimals = question.kind === "NUMBER" ? question.decimals : 0;
  if (!hasDecimals(answer, decimals)) return "not_a_step";
  return judgeRange(question, answer);
}

function judgeText(question: Question, answer: string, mode: AnswerMode): AnswerFaultCode | null {
  switch (question.kind) {
    case "TEXT":
      return answer.length > FORM_LIMITS.textAnswerLength ? "too_long" : null;
    case "LONG_TEXT":
      return answer.length > FORM_LIMITS.longTextAnswerLength ? "too_long" : null;
    case "SINGLE_CHOICE":
      return hasOption(question, answer) ? null : "unknown_option";
    case "DATE":
      return mode === "DRAFT" ? null : judgeRange(question, answer);
    default:
      return null;
  }
}

function judgeChoices(
  question: Kind<"MULTI_CHOICE">,
  chosen: readonly string[],
  mode: AnswerMode,
): AnswerFaultCode | null {
  if (!chosen.every((option) => hasOption(question, option))) return "unknown_option";
  if (new Set(chosen).size < chosen.length) return "duplicate_option";
  if (mode === "DRAFT") return null;
  return judgeRange({ min: question.minChoices, max: question.maxChoices }, chosen.length);
}

/** Dates compare as text. */
function judgeRange<Value extends number | string>(
  { min, max }: { readonly min: Value | null; readonly max: Value | null },
  value: Value,
): AnswerFaultCode | null {
  if (min !== null && value < min) return "too_small";
  return max !== null && value > max ? "too_big" : null;
}

function hasOption(
  { options }: Kind<"SINGLE_CHOICE"> | Kind<"MULTI_CHOICE">,
  named: string,
): boolean {
  return options.some(({ optionId }) => optionId === named);
}

/** Whether a number has at most the given number of decimals. */
export function hasDecimals(value: number, decimals: number): boolean {
  return Number(value.toFixed(decimals)) === value;
}

/** Engines move a day that its month lacks into the next month: a real date is written as it was read. */
function isLocalDate(text: string): boolean {
  if (!/^(?!0000)\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const midnight = Date.parse(`${text}T00:00Z`);
  return !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(text);
}
