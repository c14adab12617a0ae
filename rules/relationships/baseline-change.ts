import { BASELINE_FIELDS, type BaselineField } from "../../contract/relationships/vocabulary.ts";
import { missingBaseline } from "./missing-baseline.ts";

/** The change of a baseline: it is complete now, or its content differs; null if unchanged. */
export type BaselineChange = "COMPLETED" | "CHANGED" | null;

type Baseline = Readonly<Record<BaselineField, string | number | null>>;

/** The change of the baseline by a client's statement (docs/rooms/relationships.md#baseline). */
export function baselineChange(before: Baseline, after: Baseline): BaselineChange {
  if (BASELINE_FIELDS.every((field) => before[field] === after[field])) return null;
  const wasMissing = missingBaseline(before).length > 0;
  return wasMissing && missingBaseline(after).length === 0 ? "COMPLETED" : "CHANGED";
}
