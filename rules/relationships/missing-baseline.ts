import { BASELINE_FIELDS, type BaselineField } from "../../contract/relationships/vocabulary.ts";

/** What a profile lacks before its baseline is complete; name, zone and locale are always there. */
export function missingBaseline(
  profile: Readonly<Record<BaselineField, string | number | null>>,
): readonly BaselineField[] {
  return BASELINE_FIELDS.filter((field) => profile[field] === null);
}
