import * as z from "zod";
import { idSchema, localDateSchema } from "../../wire.ts";
import { FAULT_KINDS, WITHHELD_SOURCE_TYPES } from "./vocabulary.ts";

/** A warning about an occurrence or day withheld from a client (docs/rooms/agenda.md#withheld-occurrences). */
export const withheldWarningSchema = z
  .strictObject({
    code: z.literal("CANNOT_BE_SHOWN"),
    localDate: localDateSchema,
    sourceType: z.enum(WITHHELD_SOURCE_TYPES).describe("`DAY` if the whole day cannot be opened."),
    sourceId: idSchema.describe("Id of the assignment; for a whole day, of the relationship."),
    title: z.string().nullable().describe("Title of the plan or form; null for a whole day."),
    reason: z.enum(FAULT_KINDS),
    isFinal: z
      .boolean()
      .describe("The day has closed: there are no more retries, and it does not count."),
    message: z
      .strictObject({ en: z.string(), de: z.string() })
      .describe("Sentence for the coach, in English and German."),
  })
  .meta({
    id: "WithheldWarning",
    description:
      "An occurrence or a day that cannot be shown to a client because of a fault on our side. The client sees the rest of the day; nothing of it counts as missed.",
  });
export type WithheldWarning = z.output<typeof withheldWarningSchema>;
