import { BASELINE_FIELDS, type BaselineField } from "../../contract/relationships/vocabulary.ts";

/** The fields that a profile lacks for a complete baseline; name, zone and locale are always present. */
export function missingBaseline(
  profile: Readonly<Record<BaselineField, string | number | null>>,
): readonly BaselineField[] {
  return BASELINE_FIELDS.filter((field) => profile[field] === null);
}
