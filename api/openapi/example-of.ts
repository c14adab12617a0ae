import * as z from "zod";
import { EXAMPLES, FIELD_EXAMPLES } from "./examples.ts";
import { type Json, toJsonSchema } from "./openapi-schema.ts";

/**
 * Builds an example request from its schema. Values of named schemas and fields come from `examples.ts`; others are
 * derived from the schema.
 */
export function exampleOf(schema: z.ZodType): unknown {
  const { $defs = {}, ...shape } = toJsonSchema(schema, "input");
  return sampleOf(objectOf(shape), { defs: objectOf($defs), field: "" });
}

interface Place {
  readonly defs: Json;
  /** Name of the field that gets the value. */
  readonly field: string;
}

function sampleOf(shape: Json, place: Place): unknown {
  const { $ref: reference } = shape;
  if (typeof reference === "string") return namedSample(reference.replace("#/$defs/", ""), place);
  const known = FIELD_EXAMPLES[place.field];
  if (known !== undefined && kindsOf(shape).includes(kindOf(known))) return known;
  if ("const" in shape) return shape["const"];
  const [example] = listOf(shape["examples"]);
  if (example !== undefined) return example;
  const [first] = listOf(shape["enum"] ?? shape["oneOf"] ?? shape["anyOf"]);
  if (first !== undefined) return isShape(first) ? sampleOf(first, place) : first;
  switch (shape["type"]) {
    case "object":
      return sampleObject(shape, place);
    case "array":
      return [sampleOf(objectOf(shape["items"]), place)];
    case "integer":
    case "number":
      return shape["minimum"] ?? 1;
    case "boolean":
      return false;
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

function sampleText({ format }: Json): string {
  if (format === "uuid") return "0198c0de-0000-7000-8000-000000000001";
  if (format === "date") return "2026-01-05";
  if (format === "date-time") return "2026-01-05T08:00:00.000Z";
  return "text";
}

/** Types of values that a schema accepts, including its variants. */
function kindsOf(shape: Json): readonly string[] {
  const variants = listOf(shape["anyOf"] ?? shape["oneOf"]);
  if (variants.length > 0) return variants.flatMap((variant) => kindsOf(objectOf(variant)));
  const { type } = shape;
  return typeof type === "string" ? [type === "integer" ? "number" : type] : [];
}

function kindOf(value: unknown): string {
  return Array.isArray(value) ? "array" : typeof value;
}

const shapeSchema = z.record(z.string(), z.unknown());
const objectOf = (value: unknown): Json => shapeSchema.parse(value ?? {});
const isShape = (value: unknown): value is Json => shapeSchema.safeParse(value).success;
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
