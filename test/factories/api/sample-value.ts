import { randomUUID } from "node:crypto";
import type { z } from "zod";
import { inlineSchema } from "./inline-schema.ts";

/** The part of JSON Schema that our schemas use. */
interface Shape {
  readonly [key: string]: unknown;
}

/** Values for fields by name, at any depth. */
export type KnownValues = Readonly<Record<string, unknown>>;

/**
 * The smallest value that fits a schema: only required fields, named fields with their known values.
 *
 * @throws Error if no known value fits; the route then needs its own sample.
 */
export function sampleValue(schema: z.ZodType, known: KnownValues): unknown {
  return sampleOf(inlineSchema(schema, "input"), known);
}

/** Fields of an object that contain the id of a record. */
export function idFieldsOf(schema: z.ZodType): readonly string[] {
  const { properties } = inlineSchema(schema, "input");
  return Object.entries(shapeOf(properties))
    .filter(([, field]) => shapeOf(field)["format"] === "uuid")
    .map(([name]) => name);
}

function sampleOf(shape: Shape, known: KnownValues): unknown {
  if ("const" in shape) return shape["const"];
  const [first] = listOf(shape["enum"] ?? shape["oneOf"] ?? shape["anyOf"]);
  if (first !== undefined) return isShape(first) ? sampleOf(first, known) : first;
  switch (shape["type"]) {
    case "object":
      return sampleObject(shape, known);
    case "array":
      return shape["minItems"] === undefined ? [] : [sampleOf(shapeOf(shape["items"]), known)];
    case "string":
      return sampleText(shape);
    case "integer":
    case "number":
      return Number(shape["minimum"] ?? 0);
    case "boolean":
      return false;
    default:
      return null;
  }
}

function sampleObject(shape: Shape, known: KnownValues): Record<string, unknown> {
  const properties = shapeOf(shape["properties"]);
  const required = listOf(shape["required"]).map(String);
  return Object.fromEntries(
    required.map((name) => [name, known[name] ?? sampleOf(shapeOf(properties[name]), known)]),
  );
}

const TEXTS = ["sample", "Sample", "SAMPLE", "AB", "12:00"];

function sampleText({ format, pattern, minLength }: Shape): string {
  if (format === "uuid") return randomUUID();
  if (format === "date") return "2026-01-05";
  if (format === "date-time") return "2026-01-05T08:00:00.000Z";
  const form = new RegExp(typeof pattern === "string" ? pattern : "", "u");
  const found = TEXTS.find((text) => form.test(text) && text.length >= Number(minLength ?? 0));
  if (found === undefined) throw new Error(`No sample is ${String(pattern)}`);
  return found;
}

function isShape(value: unknown): value is Shape {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function shapeOf(value: unknown): Shape {
  return isShape(value) ? value : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
