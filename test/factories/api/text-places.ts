import * as z from "zod";
import { inlineSchema } from "./inline-schema.ts";

/** The position of a text in a body: field names and list indexes. */
export type Place = readonly (string | number)[];

const objectSchema = z.record(z.string(), z.unknown());
const objectOf = (value: unknown) => objectSchema.safeParse(value).data ?? {};
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Every position of a body that accepts free text, including optional fields. */
export function placesOf(schema: z.ZodType, body: unknown): readonly Place[] {
  const shape = inlineSchema(schema, "input");
  const places = placesIn(shape, body, []);
  return [...new Map(places.map((place) => [place.join("/"), place])).values()];
}

function placesIn(shape: unknown, value: unknown, at: Place): Place[] {
  const { type, format, properties, items, anyOf, oneOf, ...rest } = objectOf(shape);
  const variants = [...listOf(anyOf), ...listOf(oneOf)];
  const found = variants.flatMap((variant) => placesIn(variant, value, at));
  const isFree = format === undefined && !("enum" in rest) && !("const" in rest);
  if (type === "string" && isFree) found.push(at);
  if (type === "object" && (value !== undefined || at.length === 0)) {
    const fields = objectOf(value);
    for (const [name, field] of Object.entries(objectOf(properties))) {
      found.push(...placesIn(field, fields[name], [...at, name]));
    }
  }
  const [first] = listOf(value);
  if (type === "array" && first !== undefined) found.push(...placesIn(items, first, [...at, 0]));
  return found;
}

/** The body with the text at a place. */
export function withText(body: unknown, [first, ...rest]: Place, text: string): unknown {
  if (first === undefined) return text;
  if (typeof first === "number")
    return listOf(body).with(first, withText(listOf(body)[first], rest, text));
  const fields = objectOf(body);
  return { ...fields, [first]: withText(fields[first], rest, text) };
}

/** Texts of fields with a name, anywhere in an answer. */
export function textsUnder(value: unknown, name: string): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((item) => textsUnder(item, name));
  return Object.entries(objectOf(value)).flatMap(([key, field]) =>
    key === name && typeof field === "string" ? [field] : textsUnder(field, name),
  );
}
