import type { Metric, NumberMetric } from "../../contract/agenda/metric-schema.ts";
import { MOST_DECIMALS } from "../../contract/agenda/value-vocabulary.ts";
import {
  type ImportableMetric,
  IMPORTABLE_METRICS,
} from "../../contract/quick-log/import-vocabulary.ts";
import type { QuickLogPayloads } from "../../contract/quick-log/payload-schema.ts";
import type { VerdictCode } from "../../contract/sync/vocabulary.ts";
import { isNumeric } from "../agenda/task-metric.ts";

/** Why a metric refuses a value (docs/rooms/quick-log.md#values), or null. */
export function judgeValue(metric: Metric, recorded: Recorded): VerdictCode | null {
  const unit = isNumeric(metric) ? metric.unit : undefined;
  if (recorded.metricKind !== metric.metricKind || recorded.unit !== unit) return "METRIC_MISMATCH";
  const { value } = recorded;
  switch (metric.type) {
    case "text":
      if (typeof value !== "string") return "VALUE_TYPE_MISMATCH";
      return value.length > metric.maxLength ? "VALUE_OUT_OF_RANGE" : null;
    case "choice":
      if (typeof value !== "string") return "VALUE_TYPE_MISMATCH";
      return metric.choices.includes(value) ? null : "CHOICE_NOT_OFFERED";
    case "boolean":
      return typeof value === "boolean" ? null : "VALUE_TYPE_MISMATCH";
    default:
      if (typeof value !== "number") return "VALUE_TYPE_MISMATCH";
      return judgeNumber({ ...metric, decimals: decimalsOf(metric) }, value);
  }
}

type Recorded = Pick<QuickLogPayloads["RECORD_VALUE"], "metricKind" | "value" | "unit">;

/** The plan's decimals, else those of the metric kind in phone stores: steps have none. */
function decimalsOf({ metricKind, unit, decimals }: NumberMetric): number {
  const importable = IMPORTABLE_METRICS[metricKind];
  return decimals ?? (importable?.unit === unit ? importable.decimals : MOST_DECIMALS);
}

/** Why a metric refuses a number, or null. */
export function judgeNumber(
  { min, max, decimals }: Pick<ImportableMetric, "min" | "max" | "decimals">,
  value: number,
): VerdictCode | null {
  if (value < min || value > max) return "VALUE_OUT_OF_RANGE";
  const scale = 10 ** decimals;
  return Math.round(value * scale) / scale === value ? null : "VALUE_TOO_PRECISE";
}
