/**
 * Reads single fields of JSON from the server. A newer server may send more, and an older one less: an unknown field is
 * ignored, and a missing one reads as absent.
 */
export type Fields = Readonly<Record<string, unknown>>;

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** An object in an object; empty if it is absent. */
export function fieldsOf(from: Fields, name: string): Fields {
  const value = from[name];
  return isFields(value) ? value : {};
}

/** The objects of a list. */
export function listOf(from: Fields, name: string): readonly Fields[] {
  const value = from[name];
  return Array.isArray(value) ? value.filter(isFields) : [];
}

export function textOf(from: Fields, name: string): string | null {
  const value = from[name];
  return typeof value === "string" ? value : null;
}

export function numberOf(from: Fields, name: string): number | null {
  const value = from[name];
  return typeof value === "number" ? value : null;
}

export function isTrue(from: Fields, name: string): boolean {
  return from[name] === true;
}

/** An instant, in milliseconds since 1970. */
export function instantOf(from: Fields, name: string): number | null {
  const text = textOf(from, name);
  const ms = text === null ? Number.NaN : Date.parse(text);
  return Number.isNaN(ms) ? null : ms;
}

export function textsOf(from: Fields, name: string): readonly string[] {
  const value = from[name];
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
}

export function numbersOf(from: Fields, name: string): readonly number[] {
  const value = from[name];
  return Array.isArray(value) ? value.filter((one) => typeof one === "number") : [];
}

/** A value that a person records. */
export type Recorded = number | string | boolean;

export function recordedOf(from: Fields, name: string): Recorded | null {
  const value = from[name];
  const isRecorded =
    typeof value === "number" || typeof value === "string" || typeof value === "boolean";
  return isRecorded ? value : null;
}
