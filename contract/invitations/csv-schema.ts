import * as z from "zod";
import { idSchema, instantSchema } from "../wire.ts";
import { invitationLanguageSchema, maskedContactSchema } from "./schema.ts";
import { CSV_FAULTS, CSV_OUTCOMES, CSV_PEOPLE } from "./vocabulary.ts";

/** Below the body limit, with room for JSON escapes. */
const MAX_CSV_LENGTH = 50_000;

export const inviteByCsvSchema = z
  .strictObject({
    csv: z
      .string()
      .min(1)
      .max(MAX_CSV_LENGTH)
      .describe(
        "Content of the file: a header with `email`, `phone`, `name`, and one line per person.",
      ),
    formVersionId: idSchema.optional(),
    language: invitationLanguageSchema.optional(),
  })
  .meta({
    id: "InviteByCsv",
    description: `At most ${CSV_PEOPLE} people, each with exactly one contact; separated by commas, semicolons or tabs.`,
  });

export const csvLineSchema = z
  .strictObject({
    line: z
      .int()
      .min(2)
      .describe("Number of the line in the file, from 1, including empty lines and `sep=`."),
    outcome: z.enum(CSV_OUTCOMES),
    invitationId: idSchema.nullable(),
    contact: maskedContactSchema.nullable(),
    fault: z.enum(CSV_FAULTS).nullable().describe("Why the line is INVALID."),
    sendAt: instantSchema.nullable().describe("When the invitation of a SCHEDULED line is sent."),
    message: z
      .strictObject({ en: z.string(), de: z.string() })
      .nullable()
      .describe("Sentence for the coach about a FAILED line, in English and German."),
  })
  .meta({ id: "CsvLine", description: "Outcome of one line of the file." });

export const csvOutcomeSchema = z
  .strictObject({
    importId: idSchema.describe("Id by which the outcomes are read again."),
    waiting: z.int().min(0).describe("Lines without an outcome yet."),
    lines: z.array(csvLineSchema),
  })
  .meta({
    id: "CsvOutcome",
    description: "Outcome of each line so far, in the order of the file.",
  });
