import type { Metric } from "../../../contract/agenda/metric-schema.ts";
import type { PlanContent } from "../../../contract/plans/content-schema.ts";
import type { components } from "../../api/routes.d.ts";

/** A draft as the API takes it. */
export function draftBody(content: PlanContent): components["schemas"]["PlanContentInput"] {
  switch (content.kind) {
    case "MEAL":
    case "SUPPLEMENT":
      return { ...content, items: content.items.map(itemBody) };
    case "HABIT": {
      const { metric, items, snooze, ...rest } = content;
      return {
        ...rest,
        metric: metric === null ? null : metricBody(metric),
        ...tickableBody({ items, snooze }),
      };
    }
    case "REMINDER": {
      const { items, snooze, ...rest } = content;
      return { ...rest, ...tickableBody({ items, snooze }) };
    }
    case "MEASUREMENT":
      return { ...content, metrics: content.metrics.map(metricBody) };
    default:
      return content;
  }
}

type Habit = Extract<PlanContent, { readonly kind: "HABIT" }>;
type PlanItem = NonNullable<Habit["items"]>[number];

/** Lists that are empty are left out: the API takes none or at least one. */
function tickableBody({ items, snooze }: Pick<Habit, "items" | "snooze">) {
  return {
    ...(items !== undefined && items.length > 0 && { items: items.map(itemBody) }),
    ...(snooze !== undefined && { snooze: { most: snooze.most, minutes: [...snooze.minutes] } }),
  };
}

function itemBody({ itemKey, inputs, ...rest }: PlanItem) {
  return {
    ...rest,
    ...(itemKey !== undefined && { itemKey }),
    ...(inputs !== undefined && { inputs: inputs.map(inputBody) }),
  };
}

function inputBody({ key, type, required, unit, min, max, choices }: PlanInput) {
  return {
    key,
    type,
    required,
    ...(unit !== undefined && { unit }),
    ...(min !== undefined && { min }),
    ...(max !== undefined && { max }),
    ...(choices !== undefined && { choices: [...choices] }),
  };
}

type PlanInput = NonNullable<PlanItem["inputs"]>[number];

function metricBody(metric: Metric): components["schemas"]["PlanMetricInput"] {
  if (metric.type === "choice") return { ...metric, choices: [...metric.choices] };
  if (metric.type === "text" || metric.type === "boolean") return metric;
  const { type: _type, decimals, ...rest } = metric;
  return { ...rest, type: "number", ...(decimals !== undefined && { decimals }) };
}
