import * as z from "zod";
import { METRIC_MODES } from "./vocabulary.ts";

/** Largest value a metric can hold, three decimals: the range of a stored value entry. */
const MAX_METRIC_VALUE = 999_999_999;

/** A measured amount: finite, at most three decimals. */
export const metricValueSchema = z
  .number()
  .min(-MAX_METRIC_VALUE)
  .max(MAX_METRIC_VALUE)
  .refine((value) => Math.round(value * 1000) / 1000 === value, {
    error: "At most three decimals",
  });

export const metricSchema = z
  .strictObject({
    metricKind: z.string().regex(/^[A-Z][A-Z0-9_]{0,39}$/),
    unit: z.string().regex(/^[\p{L}%°/][\p{L}\p{N}%°/]{0,19}$/u),
    min: metricValueSchema,
    max: metricValueSchema,
    target: metricValueSchema.nullable().default(null),
    mode: z.enum(METRIC_MODES),
  })
  .refine(({ min, max }) => min <= max, { path: ["max"], error: "Below min" })
  .meta({
    id: "PlanMetric",
    description:
      "What a habit counts, e.g. water in ml (ACCUMULATE) or steps (REPLACE). `min` and `max` bound one recorded value, `target` is the goal of the day.",
  });
export type Metric = z.output<typeof metricSchema>;
