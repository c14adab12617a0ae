import * as z from "zod";
import { metricKindSchema, recordedValueSchema } from "../agenda/metric-schema.ts";
import { IMPORT_SOURCE_TYPES } from "../agenda/vocabulary.ts";
import { daysBetween } from "../days-between.ts";
import { idSchema, instantSchema, localDateSchema } from "../wire.ts";
import { UNCOUNTED_REASONS } from "./import-vocabulary.ts";
import { RECORD_FLAGS, VALUE_SOURCE_TYPES } from "./vocabulary.ts";

/** Maximum number of days in one query of a metric. */
const METRIC_DAYS = 31;

/** Maximum number of entries listed per day, in addition to those that determine its value. */
export const METRIC_DAY_ENTRIES = 100;

/** Path of a metric. */
export const metricParamsSchema = z.strictObject({ metricKind: metricKindSchema });

/** The days of a metric to read. */
export const metricDaysQuerySchema = z
  .strictObject({ from: localDateSchema, to: localDateSchema })
  .refine(({ from, to }) => from <= to, { path: ["to"], error: "Before from" })
  .refine(({ from, to }) => daysBetween(from, to) < METRIC_DAYS, {
    path: ["to"],
    error: `At most ${METRIC_DAYS} days`,
  });

const sourceTypeSchema = z.enum([...VALUE_SOURCE_TYPES, ...IMPORT_SOURCE_TYPES]);

const metricEntrySchema = z
  .strictObject({
    entryId: idSchema.describe("The receipt of what recorded it."),
    taskId: idSchema
      .nullable()
      .describe("Null of an import, which serves all tasks of its metric."),
    value: recordedValueSchema.nullable().describe("Null of what only takes another one back."),
    unit: z.string().nullable(),
    sourceType: sourceTypeSchema,
    sourceDevice: z.string().nullable(),
    recordedAt: instantSchema.describe("Of an import up to when it was measured."),
    windowStart: instantSchema.nullable().describe("Of an import from when it was measured."),
    supersedesEntryId: idSchema.nullable(),
    restatesEntryId: idSchema
      .nullable()
      .describe("The entry that an undo says again, whose correction it took back."),
    flags: z.array(z.enum(RECORD_FLAGS)),
    effect: z.enum(["COUNTED", "NOT_COUNTED"]),
    reason: z.enum(UNCOUNTED_REASONS).nullable().describe("Why it does not count."),
    acceptedAt: instantSchema,
  })
  .meta({ id: "MetricEntry", description: "A value of a metric that was typed or imported." });

export const metricDaysSchema = z
  .strictObject({
    metricKind: z.string(),
    days: z.array(
      z.strictObject({
        localDate: localDateSchema,
        unit: z
          .string()
          .nullable()
          .describe("What is in another unit never adds up with it; null of what has none."),
        fact: z
          .strictObject({
            value: recordedValueSchema,
            unit: z.string().nullable(),
            sourceType: sourceTypeSchema,
            entryCount: z.int(),
            recordedAt: instantSchema,
          })
          .nullable(),
        entries: z
          .array(metricEntrySchema)
          .describe(
            `The ${METRIC_DAY_ENTRIES} newest, and where they are older what the fact follows from, in the order in which they were accepted; a sum may be of more.`,
          ),
      }),
    ),
  })
  .meta({
    id: "MetricDays",
    description:
      "What of a metric was typed and imported, day by day, what superseded what, and the fact that each day comes to, one for each unit. Days without an entry are left out.",
  });
export type MetricDays = z.output<typeof metricDaysSchema>;
