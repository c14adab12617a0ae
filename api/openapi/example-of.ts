import * as z from "zod";
import { EXAMPLES, FIELD_EXAMPLES, SHA_256 } from "./examples.ts";
import { type Json, toJsonSchema, type Way } from "./openapi-schema.ts";

/**
 * Builds an example request or answer from its schema. Values of named schemas and fields come from `examples.ts`;
 * others are derived from the schema.
 */
export function exampleOf(schema: z.ZodType, way: Way): unknown {
  const { $defs = {}, ...shape } = toJsonSchema(schema, way);
  const sample = sampleOf(objectOf(shape), { defs: objectOf($defs), field: "" });
  // An answer has the defaults of what its example omits.
  return way === "output" ? (schema.safeParse(sample).data ?? sample) : sample;
}

interface Place {
  readonly defs: Json;
  /** Name of the field that gets the value. */
  readonly field: string;
}

function sampleOf(shape: Json, place: Place): unknown {
  const { $ref: reference } = shape;
  if (typeof reference === "string") return namedSample(reference.replace("#/$defs/", ""), place);
  if ("const" in shape) return shape["const"];
  const known = FIELD_EXAMPLES[place.field];
  if (known !== undefined && kindsOf(shape).includes(kindOf(known)) && isOneOf(known, shape))
    return known;
  const [example] = listOf(shape["examples"]);
  if (example !== undefined) return example;
  const [first] = listOf(shape["enum"] ?? shape["oneOf"] ?? shape["anyOf"]);
  if (first !== undefined) return isShape(first) ? sampleOf(first, place) : first;
  switch (listOf(shape["type"])[0] ?? shape["type"]) {
    case "object":
      return sampleObject(shape, place);
    case "array":
      return [sampleOf(objectOf(shape["items"]), place)];
    case "integer":
    case "number":
      return shape["minimum"] ?? 1;
    case "boolean":
      return false;
    case "null":
      return null;
    default:
      return sampleText(shape);
  }
}

function namedSample(name: string, place: Place): unknown {
  return EXAMPLES[name] ?? sampleOf(objectOf(place.defs[name]), place);
}

function sampleObject(shape: Json, { defs }: Place): Json {
  const fields = Object.entries(objectOf(shape["properties"]));
  return Object.fromEntries(
    fields.map(([field, part]) => [field, sampleOf(objectOf(part), { defs, field })]),
  );
}

function sampleText({ format, pattern }: Json): string {
  if (typeof format === "string") return TEXTS[format] ?? "text";
  const fitting = Object.values(TEXTS).find((text) => new RegExp(String(pattern)).test(text));
  return pattern === undefined ? "text" : (fitting ?? "text");
}

/** Texts by format; a text with a pattern gets the first that fits. */
const TEXTS: Readonly<Record<string, string>> = {
  plain: "text",
  digest: SHA_256,
  uuid: "0198c0de-0000-7000-8000-000000000001",
  date: "2026-01-05",
  time: "08:00",
  "date-time": "2026-01-05T08:00:00.000Z",
  uri: "https://example.com/",
};

/** Whether a value is among the codes of its field, if that has codes. */
function isOneOf(value: unknown, shape: Json): boolean {
  const codes = [shape, ...listOf(shape["anyOf"]).map(objectOf)].flatMap((one) =>
    listOf(one["enum"]),
  );
  return codes.length === 0 || codes.includes(value);
}

/** Types of values that a schema accepts, including its variants. */
function kindsOf(shape: Json): readonly string[] {
  const variants = listOf(shape["anyOf"] ?? shape["oneOf"]);
  if (variants.length > 0) return variants.flatMap((variant) => kindsOf(objectOf(variant)));
  const types = typeof shape["type"] === "string" ? [shape["type"]] : listOf(shape["type"]);
  return types.map((type) => (type === "integer" ? "number" : String(type)));
}

function kindOf(value: unknown): string {
  return Array.isArray(value) ? "array" : typeof value;
}

const shapeSchema = z.record(z.string(), z.unknown());
const objectOf = (value: unknown): Json => shapeSchema.parse(value ?? {});
const isShape = (value: unknown): value is Json => shapeSchema.safeParse(value).success;
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
