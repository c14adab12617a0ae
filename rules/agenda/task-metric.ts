import type { Metric, NumberMetric } from "../../contract/agenda/metric-schema.ts";
import type { TaskSnapshot } from "../../contract/agenda/schema.ts";

/**
 * The metric whose values a task takes: a habit's, or that of a measurement with a single metric. Measurements with
 * several metrics use their own screen. Null for any other task.
 */
export function taskMetric({ metric, metrics = [] }: Pick<TaskSnapshot, "metric" | "metrics">) {
  const [first = null, ...others] = metrics;
  return metric ?? (others.length === 0 ? first : null);
}

/** Whether the values of a metric are numbers; the default if the metric does not say. */
export function isNumeric(metric: Metric): metric is NumberMetric {
  return metric.type === undefined || metric.type === "number";
}
