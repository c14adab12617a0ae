import * as z from "zod";
import { METRIC_MODES } from "./vocabulary.ts";

/** Largest value a metric can hold, three decimals: the range of a stored value entry. */
const MAX_METRIC_VALUE = 999_999_999;

/** Letters of most scripts, written as ranges so that every tool reads them; figures from the second on. */
const UNIT =
  /^[A-Za-zªµºÀ-\u061b\u061d-\u180d\u180f-\u1fff\u2c00-\u2dff\u3041-\ud7ff%°/][A-Za-z0-9ª²³µ¹ºÀ-\u061b\u061d-\u180d\u180f-\u1fff\u2c00-\u2dff\u3041-\ud7ff%°/]{0,19}$/;

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
    unit: z.string().regex(UNIT),
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
