import type { Metric } from "../../../contract/agenda/metric-schema.ts";
import type { PlanContent } from "../../../contract/plans/content-schema.ts";
import type { Texts } from "../../texts/use-texts.ts";

/** Describes the values of a metric: "Water, ml, 50 to 2,000, goal 2,000, adds up". */
export function metricText(metric: Metric, { t, formats }: Pick<Texts, "formats" | "t">): string {
  const name = metricName(metric.metricKind);
  if (metric.type === "choice") return [name, metric.choices.join(" / ")].join(", ");
  if (metric.type === "boolean") return [name, t("plans.input.boolean")].join(", ");
  if (metric.type === "text") return [name, t("plans.input.text")].join(", ");
  const { unit, min, max, target, mode } = metric;
  return [
    name,
    unit,
    t("plans.bounds", { min: formats.number(min), max: formats.number(max) }),
    target === null ? null : t("plans.target", { target: formats.number(target) }),
    t(`plans.mode.${mode}`),
  ]
    .filter((part) => part !== null)
    .join(", ");
}

/** WAIST_LEFT is "Waist left": metrics have no other name. */
export function metricName(metricKind: string): string {
  const text = metricKind.replaceAll("_", " ").toLowerCase();
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** Describes the input that ticking an item asks for. */
export function inputText(
  { key, type, unit, choices }: PlanInput,
  { t }: Pick<Texts, "t">,
): string {
  const asked = choices === undefined ? (unit ?? t(`plans.input.${type}`)) : choices.join(" / ");
  return `${key}: ${asked}`;
}

type Items = NonNullable<Extract<PlanContent, { readonly kind: "HABIT" }>["items"]>;
export type PlanInput = NonNullable<Items[number]["inputs"]>[number];
