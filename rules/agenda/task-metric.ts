import type { Metric, NumberMetric } from "../../contract/agenda/metric-schema.ts";
import type { TaskSnapshot } from "../../contract/agenda/schema.ts";

/**
 * The metric whose values a task takes: a habit's, or that of a measurement of just one. What asks for several is
 * recorded in its own screen. Null of any other task.
 */
export function taskMetric({ metric, metrics = [] }: Pick<TaskSnapshot, "metric" | "metrics">) {
  const [first = null, ...others] = metrics;
  return metric ?? (others.length === 0 ? first : null);
}

/** Whether the values of a metric are numbers: of a metric that does not say, they are. */
export function isNumeric(metric: Metric): metric is NumberMetric {
  return metric.type === undefined || metric.type === "number";
}
