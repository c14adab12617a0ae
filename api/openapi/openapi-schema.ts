import * as z from "zod";

/** A JSON Schema, or any part of the OpenAPI document. */
export type Json = Record<string, unknown>;

/** Direction: requests are strict, answers may get new fields. */
export type Way = "input" | "output";

/** JSON Schema of a zod schema, with the named schemas under `$defs`. */
export function toJsonSchema(schema: z.ZodType, way: Way) {
  return z.toJSONSchema(schema, {
    io: way,
    unrepresentable: "any",
    override: ({ jsonSchema }) => {
      // The format is more readable than the regular expression behind it.
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
      if (jsonSchema.pattern !== undefined) jsonSchema.pattern = plainPattern(jsonSchema.pattern);
      // Every JSON number lies within these bounds.
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      // Says that a program cannot write the array, not that the server alone writes it.
      delete jsonSchema.readOnly;
    },
  });
}

/** Writes control characters as ranges, because some tools do not know Unicode classes. */
function plainPattern(pattern: string): string {
  return pattern.replaceAll(String.raw`\p{Cc}`, String.raw`\x00-\x1f\x7f-\x9f`);
}

/** Codes of an answer; more may be added later. */
export function openCodes(codes: readonly unknown[], description = ""): Json {
  const known = codes.map((code) => `\`${String(code)}\``).join(", ");
  const text = `${description} Known values: ${known}; others may be added.`.trimStart();
  const type = codes.every((code) => typeof code === "number") ? "integer" : "string";
  return { type, description: text, examples: [codes[0]], "x-extensible-enum": codes };
}

const objectSchema = z.object({
  properties: z.record(z.string(), z.unknown()).default({}),
  required: z.array(z.string()).default([]),
});

/** Fields of an object, and which of them are required. */
export function propertiesOf(schema: Json) {
  return objectSchema.parse(schema);
}

/** Bytes in one of the given content types. */
export function bytesOf(contentTypes: readonly string[]): Json {
  const schema = { type: "string", format: "binary" };
  return Object.fromEntries(contentTypes.map((contentType) => [contentType, { schema }]));
}
