import type { Moments } from "../texts/moments.ts";
import type { Texts } from "../texts/texts.ts";
import type { Recorded } from "./fields.ts";
import { withUnit } from "./forms/read-inputs.ts";

/** A recorded value in words, with its unit. */
export function valueText(
  value: Recorded,
  unit: string | null,
  { texts, moments }: Spoken,
): string {
  if (typeof value === "number") return withUnit(moments.number(value), unit);
  if (typeof value === "boolean") return value ? texts.yes : texts.no;
  return value;
}

interface Spoken {
  readonly texts: Texts;
  readonly moments: Moments;
}
