import * as z from "zod";
import { metricKindSchema, recordedValueSchema } from "../agenda/metric-schema.ts";
import { IMPORT_SOURCE_TYPES } from "../agenda/value-vocabulary.ts";
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
    entryId: idSchema.describe("Receipt of the operation that recorded it."),
    taskId: idSchema
      .nullable()
      .describe("Null for an import, which applies to all tasks of its metric."),
    value: recordedValueSchema.nullable().describe("Null if the entry only withdraws another."),
    unit: z.string().nullable(),
    sourceType: sourceTypeSchema,
    sourceDevice: z.string().nullable(),
    recordedAt: instantSchema.describe("For an import, the end of the measurement."),
    windowStart: instantSchema.nullable().describe("For an import, the start of the measurement."),
    supersedesEntryId: idSchema.nullable(),
    restatesEntryId: idSchema
      .nullable()
      .describe("The entry that an undo restores, because it withdrew the correction of it."),
    flags: z.array(z.enum(RECORD_FLAGS)),
    effect: z.enum(["COUNTED", "NOT_COUNTED"]),
    reason: z.enum(UNCOUNTED_REASONS).nullable().describe("Why it does not count."),
    acceptedAt: instantSchema,
  })
  .meta({ id: "MetricEntry", description: "A typed or imported value of a metric." });

export const metricDaysSchema = z
  .strictObject({
    metricKind: z.string(),
    days: z.array(
      z.strictObject({
        localDate: localDateSchema,
        unit: z
          .string()
          .nullable()
          .describe("Values in different units are never added up; null if the value has no unit."),
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
            `The ${METRIC_DAY_ENTRIES} newest entries, plus older ones that determine the day's value, in order of acceptance. A sum may include further entries.`,
          ),
      }),
    ),
  })
  .meta({
    id: "MetricDays",
    description:
      "Typed and imported values of a metric, day by day, what superseded what, and the resulting value of each day, one for each unit. Days without an entry are omitted.",
  });
export type MetricDays = z.output<typeof metricDaysSchema>;
