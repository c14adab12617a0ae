import { yieldRegularly } from "../../../activities/yield-regularly.ts";
import type { JsonFault, JsonPart, JsonPath, JsonScan, JsonStop } from "./json-scan.ts";
import { openScan } from "./open-scan.ts";

/**
 * Parses a JSON text and reports every place that parsers disagree on. A single linear pass checks brackets, keys,
 * escapes and numbers, and counts values, before `JSON.parse` allocates anything.
 *
 * @param toleratedPath a place whose faults the caller judges, e.g. `["operations", "*", "payload"]`.
 */
export function readJson(text: string, toleratedPath: JsonPath | null = null): JsonReading {
  const scan = openScan(text, toleratedPath);
  let scanned = scan(text.length);
  while (scanned === null) scanned = scan(text.length);
  return scanned.kind === "scanned" ? readingOf(scanned, parse(text)) : scanned;
}

/**
 * The result of parsing a text. Even with faults, `value` is the result of `JSON.parse`. `tolerated` contains the first
 * fault at each place at or below the tolerated path.
 */
export type JsonReading =
  | {
      readonly kind: "read";
      readonly value: unknown;
      readonly faults: readonly JsonFault[];
      readonly tolerated: readonly JsonFault[];
    }
  | { readonly kind: "malformed" }
  | JsonStop;

/** Number of characters scanned at once; a longer text is scanned in several steps. */
const CHUNK_CHARACTERS = 64 * 1024;

/** Like {@link readJson} for a possibly long text, in steps that let other requests run in between. */
export async function readLongJson(
  text: string,
  toleratedPath: JsonPath | null,
): Promise<JsonReading> {
  if (text.length <= CHUNK_CHARACTERS) return readJson(text, toleratedPath);
  const turn = yieldRegularly();
  const scan = openScan(text, toleratedPath);
  let scanned = scan(CHUNK_CHARACTERS);
  while (scanned === null) {
    await turn();
    scanned = scan(CHUNK_CHARACTERS);
  }
  if (scanned.kind !== "scanned") return scanned;
  await turn();
  return readingOf(scanned, await parseInParts(text, scanned.parts));
}

/** A parsed text; null if it is not JSON. */
type Parsed = { readonly value: unknown } | null;

function readingOf(
  { faults, tolerated }: Extract<JsonScan, { readonly kind: "scanned" }>,
  parsed: Parsed,
): JsonReading {
  if (parsed === null) return { kind: "malformed" };
  return { kind: "read", value: parsed.value, faults, tolerated };
}

function parse(text: string): Parsed {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return null;
  }
}

/** Parses everything but the payloads first, then inserts the payloads one by one. */
async function parseInParts(text: string, parts: readonly JsonPart[]): Promise<Parsed> {
  const turn = yieldRegularly();
  const between = parts.map(({ start }, index) => text.slice(parts[index - 1]?.end ?? 0, start));
  const whole = parse([...between, text.slice(parts.at(-1)?.end ?? 0)].join("null"));
  if (whole === null) return null;
  for (const { start, end, place } of parts) {
    await turn();
    const parsed = parse(text.slice(start, end));
    if (parsed === null) return null;
    put(whole.value, place, parsed.value);
  }
  return whole;
}

function put(root: unknown, place: JsonPart["place"], value: unknown): void {
  const [name = "", ...way] = place.toReversed();
  let holder = root;
  for (const step of way.toReversed()) holder = isObject(holder) ? Reflect.get(holder, step) : null;
  if (isObject(holder)) Reflect.set(holder, name, value);
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
