import { z } from "zod";
import type {
  Answer,
  Answers,
  FormContent,
  Question,
} from "../../contract/forms/content-schema.ts";

/**
 * An independent check of submissions: a schema of the visible questions, in which everything else is an unknown
 * field.
 */
export function referenceAccepts(form: FormContent, answers: Answers): boolean {
  const all = new Map(
    form.sections.flatMap((section) => section.questions.map((one) => [one.questionId, one])),
  );
  const shape = Object.fromEntries(
    [...all.values()].map((question) => {
      const visible = isVisible(question.questionId, all, answers);
      const nothing = emptyOf(question);
      if (!visible) return [question.questionId, nothing];
      const something = answerSchema(question);
      return [question.questionId, question.required ? something : z.union([nothing, something])];
    }),
  );
  return z.strictObject(shape).safeParse(answers).success;
}

/** Walks up from a question to those it depends on. */
function isVisible(id: string, all: ReadonlyMap<string, Question>, answers: Answers): boolean {
  const condition = all.get(id)?.showIf;
  if (!condition) return true;
  const parent = all.get(condition.questionId);
  if (parent === undefined || !isVisible(parent.questionId, all, answers)) return false;
  const values = valuesOf(parent, answers[parent.questionId] ?? null);
  if (condition.operator === "ANSWERED") return values.length > 0;
  const found = values.some((value) => Object.is(value, condition.value));
  return found === (condition.operator === "EQUALS");
}

/** The values of an answer; none if it is empty or of another kind. */
function valuesOf(question: Question, answer: Answer): readonly unknown[] {
  if (!any(question).safeParse(answer).success || emptyOf(question).safeParse(answer).success) {
    return [];
  }
  return [answer].flat().map((value) => (typeof value === "string" ? value.trim() : value));
}

/** The empty answers. */
function emptyOf({ kind }: Question): z.ZodType {
  const none = z.null().optional();
  if (kind === "MULTI_CHOICE") return z.union([none, z.tuple([])]);
  const typed = kind === "NUMBER" || kind === "SCALE" || kind === "BOOLEAN";
  return typed ? none : z.union([none, z.string().regex(/^\s*$/)]);
}

/** Any answer of the kind, valid or not. */
function any({ kind }: Question): z.ZodType {
  if (kind === "MULTI_CHOICE") return z.array(z.string());
  if (kind === "NUMBER" || kind === "SCALE") return z.number();
  if (kind === "BOOLEAN") return z.boolean();
  return kind === "DATE" ? z.union([z.iso.date(), z.string().regex(/^\s*$/)]) : z.string();
}

/** A valid answer that is not empty. */
function answerSchema(question: Question): z.ZodType {
  const filled = z.string().regex(/\S/);
  switch (question.kind) {
    case "TEXT":
      return filled.max(500);
    case "LONG_TEXT":
      return filled.max(10_000);
    case "BOOLEAN":
      return z.boolean();
    case "SINGLE_CHOICE":
      return z.enum(question.options.map(({ optionId }) => optionId));
    case "MULTI_CHOICE":
      return z
        .array(z.enum(question.options.map(({ optionId }) => optionId)))
        .min(Math.max(1, question.minChoices ?? 1))
        .max(question.maxChoices ?? 50)
        .refine((chosen) => chosen.every((one, index) => chosen.indexOf(one) === index));
    case "DATE":
      return z.iso
        .date()
        .refine((day) => day >= (question.min ?? day) && day <= (question.max ?? day));
    case "NUMBER":
      return z
        .number()
        .min(question.min ?? -Infinity)
        .max(question.max ?? Infinity)
        .refine((value) => pointDigits(value) <= question.decimals);
    case "SCALE":
      return z.literal(
        Array.from({ length: question.max - question.min + 1 }, (_, step) => question.min + step),
      );
  }
}

/** Digits after the decimal point of the shortest decimal that equals the number. */
function pointDigits(value: number): number {
  const [digits = "", exponent = "0"] = String(value).split("e");
  return Math.max(0, (digits.split(".")[1] ?? "").length - Number(exponent));
}
