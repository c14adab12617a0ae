import * as z from "zod";
import { idSchema, instantSchema } from "../wire.ts";
import { maskedContactSchema } from "./schema.ts";
import { CSV_FAULTS, CSV_OUTCOMES, CSV_PEOPLE } from "./vocabulary.ts";

/** Below the body limit, with room for JSON escapes. */
const MAX_CSV_LENGTH = 50_000;

export const inviteByCsvSchema = z
  .strictObject({
    csv: z
      .string()
      .min(1)
      .max(MAX_CSV_LENGTH)
      .describe("Text of the file: a header with `email`, `phone`, `name`, and a line a person."),
    formVersionId: idSchema.optional(),
  })
  .meta({
    id: "InviteByCsv",
    description: `At most ${CSV_PEOPLE} people, each with exactly one contact; separated by commas, semicolons or tabs.`,
  });

export const csvLineSchema = z
  .strictObject({
    line: z.int().min(2).describe("Of the file, from 1, empty lines and `sep=` counted."),
    outcome: z.enum(CSV_OUTCOMES),
    invitationId: idSchema.nullable(),
    contact: maskedContactSchema.nullable(),
    fault: z.enum(CSV_FAULTS).nullable().describe("Why the line is INVALID."),
    sendAt: instantSchema
      .nullable()
      .describe("From when the invitation of a line that is SCHEDULED is sent."),
    message: z
      .strictObject({ en: z.string(), de: z.string() })
      .nullable()
      .describe("What a coach reads of a line that FAILED, in English and German."),
  })
  .meta({ id: "CsvLine", description: "What became of a line of the file." });

export const csvOutcomeSchema = z
  .strictObject({
    importId: idSchema.describe("By which the outcomes are read again."),
    waiting: z.int().min(0).describe("Lines without an outcome yet."),
    lines: z.array(csvLineSchema),
  })
  .meta({
    id: "CsvOutcome",
    description: "What became of each line so far, in the order of the file.",
  });
