import * as z from "zod";
import { idSchema, localDateSchema } from "../wire.ts";
import { FAULT_KINDS, WITHHELD_SOURCE_TYPES } from "./vocabulary.ts";

/** A warning about an occurrence or day withheld from a client (docs/rules.md#agenda-withheld-occurrences). */
export const withheldWarningSchema = z
  .strictObject({
    code: z.literal("CANNOT_BE_SHOWN"),
    localDate: localDateSchema,
    sourceType: z
      .enum(WITHHELD_SOURCE_TYPES)
      .describe("`DAY` where the whole day cannot be opened."),
    sourceId: idSchema.describe("The assignment; of a whole day the relationship."),
    title: z.string().nullable().describe("Of the plan or form; null of a whole day."),
    reason: z.enum(FAULT_KINDS),
    isFinal: z
      .boolean()
      .describe("The day has closed: it is tried no more, and it counts for nothing."),
    message: z
      .strictObject({ en: z.string(), de: z.string() })
      .describe("What a coach reads, in English and German."),
  })
  .meta({
    id: "WithheldWarning",
    description:
      "Something cannot be shown on a client's day because of a fault on our side. The client sees the rest of the day; nothing of it is missed.",
  });
export type WithheldWarning = z.output<typeof withheldWarningSchema>;
