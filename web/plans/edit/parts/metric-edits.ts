import type { Metric } from "../../../../contract/agenda/metric-schema.ts";

/** The types of a metric, in the order in which they are offered. */
export const METRIC_TYPES = ["number", "text", "choice", "boolean"] as const;
export type MetricType = (typeof METRIC_TYPES)[number];

/** The type of a metric; a number is the default. */
export const typeOf = (metric: Metric): MetricType => metric.type ?? "number";

/** A metric of a type with the usual settings. */
export function metricOfType(type: MetricType, metricKind: string): Metric {
  switch (type) {
    case "number":
      return { metricKind, unit: "kg", min: 0, max: 500, target: null, mode: "REPLACE" };
    case "text":
      return { type, metricKind, maxLength: 500, mode: "REPLACE" };
    case "choice":
      return { type, metricKind, choices: ["1", "2"], mode: "REPLACE" };
    case "boolean":
      return { type, metricKind, mode: "REPLACE" };
  }
}

/** A further metric, with a name that no other has yet. */
export const newMetric = (count: number): Metric =>
  metricOfType("number", count === 0 ? "VALUE" : `VALUE_${count + 1}`);

/** The pointer of a metric: a habit has one, a measurement a list. */
export const metricPointer = (most: number, at: number): string =>
  most === 1 ? "/metric" : `/metrics/${at}`;
