import * as z from "zod";
import { lineSchema, localDateSchema, textSchema } from "../wire.ts";
import { CONDITION_OPERATORS, FORM_LIMITS, MAPPED_FIELDS } from "./vocabulary.ts";

/** Ids of questions and options within one form: chosen by the coach's console and stable across versions. */
export const questionIdSchema = z.string().regex(/^[a-z][a-z0-9_]{0,39}$/u, {
  error: "Lower-case letters, digits and underscores, a letter first",
});

const labelSchema = lineSchema(FORM_LIMITS.lineLength);

export const conditionSchema = z
  .strictObject({
    questionId: questionIdSchema,
    operator: z.enum(CONDITION_OPERATORS),
    value: z
      .union([z.string().max(FORM_LIMITS.lineLength), z.number(), z.boolean()])
      .nullable()
      .describe(
        "The value to compare with; null for ANSWERED. A MULTI_CHOICE answer equals each chosen option.",
      ),
  })
  .meta({
    id: "QuestionCondition",
    description:
      "Shows a question only if the answer to an earlier one matches; a missing answer equals nothing.",
  });
export type Condition = z.output<typeof conditionSchema>;

const optionSchema = z.strictObject({ optionId: questionIdSchema, label: labelSchema }).meta({
  id: "QuestionOption",
  description: "One option of a question; `optionId` is stored, `label` is shown.",
});
const optionsSchema = z.array(optionSchema).min(1).max(FORM_LIMITS.options);

const questionShape = {
  questionId: questionIdSchema,
  label: labelSchema,
  help: textSchema(FORM_LIMITS.helpLength).nullable().default(null),
  required: z.boolean().default(false),
  showIf: conditionSchema.nullable().default(null),
  mapsTo: z.enum(MAPPED_FIELDS).nullable().default(null),
};

const unitSchema = lineSchema(20).nullable().default(null);
const boundSchema = z.number().nullable().default(null);

export const questionSchema = z
  .discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("TEXT"), ...questionShape }),
    z.strictObject({ kind: z.literal("LONG_TEXT"), ...questionShape }),
    z.strictObject({
      kind: z.literal("NUMBER"),
      ...questionShape,
      unit: unitSchema,
      min: boundSchema,
      max: boundSchema,
      decimals: z
        .int()
        .min(0)
        .max(6)
        .default(0)
        .describe("Maximum number of decimals of an answer."),
    }),
    z.strictObject({ kind: z.literal("SINGLE_CHOICE"), ...questionShape, options: optionsSchema }),
    z.strictObject({
      kind: z.literal("MULTI_CHOICE"),
      ...questionShape,
      options: optionsSchema,
      minChoices: z
        .int()
        .min(0)
        .max(FORM_LIMITS.options)
        .nullable()
        .default(null)
        .describe("Minimum and maximum number of options."),
      maxChoices: z.int().min(1).max(FORM_LIMITS.options).nullable().default(null),
    }),
    z.strictObject({ kind: z.literal("BOOLEAN"), ...questionShape }),
    z.strictObject({
      kind: z.literal("DATE"),
      ...questionShape,
      min: localDateSchema.nullable().default(null),
      max: localDateSchema.nullable().default(null),
    }),
    z.strictObject({
      kind: z.literal("SCALE"),
      ...questionShape,
      unit: unitSchema,
      min: z.int(),
      max: z.int(),
      lowLabel: labelSchema.nullable().default(null),
      highLabel: labelSchema.nullable().default(null),
    }),
  ])
  .meta({ id: "FormQuestion", description: "One question, by its kind." });
export type Question = z.output<typeof questionSchema>;

export const sectionSchema = z
  .strictObject({
    sectionId: questionIdSchema,
    title: labelSchema,
    intro: textSchema(FORM_LIMITS.helpLength).nullable().default(null),
    questions: z.array(questionSchema).min(1).max(FORM_LIMITS.questions),
  })
  .meta({
    id: "FormSection",
    description:
      "A part of a form under one title, with its questions in order; `intro` is shown above them.",
  });

export const formContentSchema = z
  .strictObject({
    sections: z.array(sectionSchema).min(1).max(FORM_LIMITS.sections),
  })
  .meta({
    id: "FormContent",
    description:
      "Questions of a form, in order. Publishing validates them as a whole: ids are unique, conditions name an earlier question and a possible value, ranges are not empty, and mapped fields have a fitting kind of question.",
  });
export type FormContent = z.output<typeof formContentSchema>;

export const answerSchema = z
  .union([
    z.string().max(FORM_LIMITS.longTextAnswerLength),
    z.number(),
    z.boolean(),
    z.array(questionIdSchema).max(FORM_LIMITS.options),
  ])
  .meta({
    id: "FormAnswer",
    description: "An answer as sent; its type is validated against its question.",
  })
  .nullable()
  .describe("Null removes the answer.");
export type Answer = z.output<typeof answerSchema>;

/** Answers by question id. Ids are checked against the form's version, so that the error can name an unknown one. */
export const answersSchema = z
  .record(z.string().max(40), answerSchema)
  .refine((answers) => Object.keys(answers).length <= FORM_LIMITS.questions * 2, {
    error: "More answers than any form has questions",
  })
  .meta({ id: "FormAnswers", description: "Answers to the questions of a form, by question id." });
export type Answers = z.output<typeof answersSchema>;
