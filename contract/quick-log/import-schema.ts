import * as z from "zod";
import { metricValueSchema } from "../agenda/metric-schema.ts";
import { IMPORT_SOURCE_TYPES } from "../agenda/vocabulary.ts";
import { instantSchema, lineSchema, localDateSchema } from "../wire.ts";

/** Payload of `quick-log.import-value`, version 1. */
export const importPayloadSchema = z
  .strictObject({
    metricKind: z.string().max(40),
    localDate: localDateSchema.describe("The day of the client that it sums up."),
    value: metricValueSchema.nullable().describe("The sum of the day so far; null withdraws it."),
    unit: z.string().max(20),
    sourceType: z.enum(IMPORT_SOURCE_TYPES),
    sourceDevice: lineSchema(100).describe("What measured it, as the source names it."),
    windowStart: instantSchema,
    windowEnd: instantSchema.describe("Up to when it was measured: the later one stands."),
    userEntered: z.boolean().describe("Typed by hand in the source: it verifies nothing."),
    localId: z.string().min(1).max(100).optional(),
  })
  .refine(({ windowStart, windowEnd }) => windowStart <= windowEnd, {
    path: ["windowEnd"],
    error: "Before windowStart",
  })
  .meta({
    id: "ImportValuePayload",
    description:
      "The sum of a metric of one day, as a store of the phone has it. It stands in place of the one that the same store told before, and, verified, in place of what was typed.",
  });
export type ImportValue = z.output<typeof importPayloadSchema>;

/** A validated import. */
export interface ImportIntent {
  readonly actionKind: "IMPORT_VALUE";
  readonly payload: ImportValue;
}
