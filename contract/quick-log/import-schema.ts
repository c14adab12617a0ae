import * as z from "zod";
import { metricValueSchema } from "../agenda/metric-schema.ts";
import { IMPORT_SOURCE_TYPES } from "../agenda/value-vocabulary.ts";
import { instantSchema, lineSchema, localDateSchema } from "../wire.ts";

/** Payload of `quick-log.import-value`, version 1. */
export const importPayloadSchema = z
  .strictObject({
    metricKind: z.string().max(40),
    localDate: localDateSchema.describe("The client's day that the sum belongs to."),
    value: metricValueSchema.nullable().describe("The sum of the day so far; null withdraws it."),
    unit: z.string().max(20),
    sourceType: z.enum(IMPORT_SOURCE_TYPES),
    sourceDevice: lineSchema(100).describe("Name of the measuring device, as the source gives it."),
    windowStart: instantSchema,
    windowEnd: instantSchema.describe("Until when it was measured; the later one counts."),
    userEntered: z.boolean().describe("Typed by hand in the source, so not verified."),
    localId: z.string().min(1).max(100).optional(),
  })
  .refine(({ windowStart, windowEnd }) => windowStart <= windowEnd, {
    path: ["windowEnd"],
    error: "Before windowStart",
  })
  .meta({
    id: "ImportValuePayload",
    description:
      "The sum of a metric over one day, from a health store of the phone. It replaces the one that the same store sent before and, if verified, the typed value.",
  });
export type ImportValue = z.output<typeof importPayloadSchema>;

/** A validated import. */
export interface ImportIntent {
  readonly actionKind: "IMPORT_VALUE";
  readonly payload: ImportValue;
}
