/** Whether a JSON value is an object. Answers may grow: the fields that are read are checked one by one. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** An object of JSON, unchecked. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** The parsed text; undefined if it is not JSON, such as a truncated answer. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A member that is a text; null if it is absent or something else. */
export function textAt(object: JsonObject, name: string): string | null {
  const value = object[name];
  return typeof value === "string" ? value : null;
}

/** A member that is a finite number; null if it is absent or something else. */
export function numberAt(object: JsonObject, name: string): number | null {
  const value = object[name];
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

/** The objects of a member that is a list; empty if it is absent or something else. */
export function objectsAt(object: JsonObject, name: string): readonly JsonObject[] {
  const value = object[name];
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

/** The texts of a member that is a list; empty if it is absent or something else. */
export function textsAt(object: JsonObject, name: string): readonly string[] {
  const value = object[name];
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}
