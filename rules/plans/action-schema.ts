import type { Metric } from "../../contract/agenda/metric-schema.ts";
import type { RequiredInput, StoredActionSchema } from "../../contract/agenda/schema.ts";
import type { TaskKind } from "../../contract/agenda/kinds/task-definitions.ts";
import {
  type ActionFacts,
  actionSchemaOf as schemaOf,
  BARE_TASK,
} from "../agenda/actions/action-schema.ts";
import { isNumeric, taskMetric } from "../agenda/task-metric.ts";
import type { DayContent } from "./assigned-plan.ts";
import { planItemsOf } from "./plan-items.ts";

/** The actions that a task made from a plan offers (docs/rooms/quick-log.md#allowed-actions). */
export function actionSchemaOf(content: DayContent, taskKind: TaskKind): StoredActionSchema {
  return schemaOf(taskKind, factsOf(content));
}

/** The metric that a habit counts; null for a plan without one. */
export function metricOf(content: DayContent): Metric | null {
  return "metric" in content ? content.metric : null;
}

function factsOf(content: DayContent): ActionFacts {
  return {
    ...BARE_TASK,
    items: itemsOf(content),
    metric: recordedMetric(content),
    inputs: inputsOf(content),
    maySkip: !("skipPolicy" in content) || content.skipPolicy !== "NOT_ALLOWED",
    snooze: "snooze" in content ? (content.snooze ?? null) : null,
    requiresAnswers: "form" in content && (content.form.requiresAnswers ?? true),
  };
}

function itemsOf(content: DayContent): ActionFacts["items"] {
  const items = planItemsOf(content);
  if (items.length === 0) return "NONE";
  return items.some(({ bulkEligible }) => bulkEligible) ? "BULK" : "SOME";
}

/** The metric whose values a task records one by one: a habit's, or the only one of a measurement. */
function recordedMetric(content: DayContent): Metric | null {
  const metrics = "metrics" in content ? content.metrics : [];
  return taskMetric({ metric: metricOf(content), metrics });
}

/**
 * A habit has a single input with a fixed name. A measurement's inputs are named after their metric, even if there is
 * only one.
 */
function inputsOf(content: DayContent): RequiredInput[] {
  if ("metrics" in content)
    return content.metrics.map((metric) => valueInput(metric.metricKind, metric));
  const metric = metricOf(content);
  return metric === null ? [] : [valueInput("value", metric)];
}

function valueInput(key: string, metric: Metric): RequiredInput {
  const input = { key, required: true };
  if (metric.type === "choice") return { ...input, type: metric.type, choices: metric.choices };
  if (!isNumeric(metric)) return { ...input, type: metric.type };
  const { unit, min, max } = metric;
  return { ...input, type: "number", unit, min, max };
}
