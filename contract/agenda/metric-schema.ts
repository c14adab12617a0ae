import * as z from "zod";
import { refusedAs } from "../payload-fault.ts";
import { lineSchema, textSchema } from "../wire.ts";
import { METRIC_MODES, MOST_DECIMALS, MOST_VALUE_TEXT } from "./value-vocabulary.ts";

/** Largest value of a metric, with three decimals: the range of a stored value entry. */
const MAX_METRIC_VALUE = 999_999_999;

/**
 * Letters of most scripts, written as ranges so that every tool can read them; digits from the second character on.
 */
const UNIT =
  /^[A-Za-zªµºÀ-\u061b\u061d-\u180d\u180f-\u1fff\u2c00-\u2dff\u3041-\ud7ff%°/][A-Za-z0-9ª²³µ¹ºÀ-\u061b\u061d-\u180d\u180f-\u1fff\u2c00-\u2dff\u3041-\ud7ff%°/]{0,19}$/;

/** A measured amount: finite, at most three decimals. */
export const metricValueSchema = z
  .number()
  .min(-MAX_METRIC_VALUE)
  .max(MAX_METRIC_VALUE)
  .refine(
    (value) => Math.round(value * 1000) / 1000 === value,
    refusedAs("TOO_PRECISE", "At most three decimals"),
  )
  .meta({ multipleOf: 0.001, description: "At most three decimals; more are refused." });

/** Value that a client records for a metric of any type. */
export const recordedValueSchema = z
  .union([metricValueSchema, textSchema(MOST_VALUE_TEXT).min(1), z.boolean()])
  .meta({
    id: "MetricValue",
    description: "A number, a text, the chosen option, or yes or no, by the type of the metric.",
  });
export type MeasuredValue = z.output<typeof recordedValueSchema>;

/** Name of a metric, e.g. WATER. */
export const metricKindSchema = z.string().regex(/^[A-Z][A-Z0-9_]{0,39}$/);

const replaced = z
  .literal("REPLACE")
  .default("REPLACE")
  .describe("Values other than numbers are never added up; the latest one counts.");

/** A numeric metric; this is the default type. */
const numberMetricSchema = z
  .strictObject({
    type: z.literal("number").optional(),
    metricKind: metricKindSchema,
    unit: z.string().regex(UNIT),
    min: metricValueSchema,
    max: metricValueSchema,
    target: metricValueSchema.nullable().default(null),
    mode: z.enum(METRIC_MODES),
    decimals: z
      .int()
      .min(0)
      .max(MOST_DECIMALS)
      .optional()
      .describe("Maximum number of decimals of a value; the default is three, for steps none."),
  })
  .refine(({ min, max }) => min <= max, { path: ["max"], error: "Below min" });
export type NumberMetric = z.output<typeof numberMetricSchema>;

export const metricSchema = z
  .discriminatedUnion("type", [
    numberMetricSchema,
    z.strictObject({
      type: z.literal("text"),
      metricKind: metricKindSchema,
      maxLength: z.int().min(1).max(MOST_VALUE_TEXT).default(MOST_VALUE_TEXT),
      mode: replaced,
    }),
    z.strictObject({
      type: z.literal("choice"),
      metricKind: metricKindSchema,
      choices: z
        .array(lineSchema(60))
        .min(2)
        .max(20)
        .refine((choices) => new Set(choices).size === choices.length, {
          error: "A choice is named twice",
        })
        .readonly(),
      mode: replaced,
    }),
    z.strictObject({ type: z.literal("boolean"), metricKind: metricKindSchema, mode: replaced }),
  ])
  .meta({
    id: "PlanMetric",
    description:
      "The quantity of a habit, e.g. water in ml (ACCUMULATE) or steps (REPLACE), or a record that is a text, a choice, or yes or no. `min` and `max` bound one recorded number, `target` is the goal of the day.",
  });
export type Metric = z.output<typeof metricSchema>;
