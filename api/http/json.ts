import { type JsonFault, type JsonPath, scanJson } from "./scan-json.ts";

/**
 * What a text turned out to be; `value` still holds what `JSON.parse` makes of the faults. Of those at
 * or below the tolerated path, `tolerated` has the first at each place.
 */
export type JsonReading =
  | {
      readonly kind: "read";
      readonly value: unknown;
      readonly faults: readonly JsonFault[];
      readonly tolerated: readonly JsonFault[];
    }
  | { readonly kind: "malformed" }
  /** Points to the item that goes too deep where it stands on the tolerated path, else to the whole. */
  | { readonly kind: "too-deep"; readonly pointer: string }
  /** Read as far as the limit of faults. */
  | { readonly kind: "too-many-faults"; readonly faults: readonly JsonFault[] };

/**
 * Reads a JSON text and names every place that different parsers would read differently. One linear
 * pass looks at brackets, keys, escapes and numbers before `JSON.parse` builds anything.
 *
 * @param toleratedPath where faults are somebody else's to judge, e.g. `["operations", "*", "payload"]`.
 */
export function readJson(text: string, toleratedPath: JsonPath | null = null): JsonReading {
  const scanned = scanJson(text, toleratedPath);
  if (scanned.kind !== "scanned") return scanned;
  const { faults, tolerated } = scanned;
  try {
    return { kind: "read", value: JSON.parse(text), faults, tolerated };
  } catch {
    return { kind: "malformed" };
  }
}
