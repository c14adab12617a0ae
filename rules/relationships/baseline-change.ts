import { BASELINE_FIELDS, type BaselineField } from "../../contract/relationships/vocabulary.ts";
import { missingBaseline } from "./missing-baseline.ts";

/** The change of a baseline: it is complete now, or its content differs; null if unchanged. */
export type BaselineChange = "COMPLETED" | "CHANGED" | null;

type Baseline = Readonly<Record<BaselineField, string | number | null>>;

/**
 * The change of the baseline by a client's statement (docs/rooms/relationships.md#baseline). A withheld field may
 * complete it; otherwise its change is none, because coaches must not learn of it.
 */
export function baselineChange(
  before: Baseline,
  after: Baseline,
  withheld: readonly BaselineField[],
): BaselineChange {
  const wasMissing = missingBaseline(before).length > 0;
  if (wasMissing && missingBaseline(after).length === 0) return "COMPLETED";
  const isShown = (field: BaselineField) => !withheld.includes(field);
  const differs = (field: BaselineField) => before[field] !== after[field];
  return BASELINE_FIELDS.some((field) => isShown(field) && differs(field)) ? "CHANGED" : null;
}
