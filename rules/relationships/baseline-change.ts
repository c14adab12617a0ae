import { BASELINE_FIELDS, type BaselineField } from "../../contract/relationships/vocabulary.ts";
import { missingBaseline } from "./missing-baseline.ts";

type Baseline = Readonly<Record<BaselineField, string | number | null>>;

/** What became of a baseline: it is complete now, or holds something else; null where it holds the same. */
export type BaselineChange = "COMPLETED" | "CHANGED" | null;

/** What a client's word makes of the baseline (docs/rooms/relationships.md#baseline). */
export function baselineChange(before: Baseline, after: Baseline): BaselineChange {
  if (BASELINE_FIELDS.every((field) => before[field] === after[field])) return null;
  const wasMissing = missingBaseline(before).length > 0;
  return wasMissing && missingBaseline(after).length === 0 ? "COMPLETED" : "CHANGED";
}
