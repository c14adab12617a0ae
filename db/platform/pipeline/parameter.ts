import { isDate } from "node:util/types";

/** Writes a value as a parameter: an array as PostgreSQL's array, any other object as JSON. */
export function parameterOf(value: unknown): Parameter {
  if (value === null || value === undefined) return null;
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "bigint" || typeof value === "boolean")
    return String(value);
  if (isDate(value)) return value.toISOString();
  if (ArrayBuffer.isView(value))
    return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  return Array.isArray(value) ? arrayText(value) : JSON.stringify(value);
}

/** A value as PostgreSQL receives it. */
export type Parameter = Buffer | string | null;

function arrayText(entries: readonly unknown[]): string {
  return `{${entries.map((entry) => (Array.isArray(entry) ? arrayText(entry) : entryText(entry))).join(",")}}`;
}

function entryText(entry: unknown): string {
  const parameter = parameterOf(entry);
  if (parameter === null) return "NULL";
  if (typeof parameter !== "string") return `"\\\\x${parameter.toString("hex")}"`;
  return `"${parameter.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}
