import * as z from "zod";

/** A JSON Schema, or any part of the OpenAPI document. */
export type Json = Record<string, unknown>;

/** Direction: requests are strict, answers may get new fields. */
type Way = "input" | "output";

/** Schemas of the document. A named schema is written once and referenced. */
export interface SchemaBook {
  /** JSON Schema of a request. */
  input(schema: z.ZodType): Json;
  /** JSON Schema of an answer. */
  output(schema: z.ZodType): Json;
  /** Adds the named schemas to the document's components and resolves every reference. */
  close(document: Json): Json;
}

/** Opens a book with the schemas shared by all answers. */
export function openSchemaBook(shared: Json): SchemaBook {
  const named: Record<Way, Json> = { input: {}, output: { ...shared } };
  const write = (schema: z.ZodType, way: Way): Json => {
    const { $schema: _, $defs = {}, ...rest } = toJsonSchema(schema, way);
    for (const [name, part] of Object.entries($defs)) named[way][name] ??= pointed(part, way);
    return pointed(rest, way);
  };
  return {
    input: (schema) => write(schema, "input"),
    output: (schema) => write(schema, "output"),
    close: (document) => close(document, named),
  };
}

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
      if (way === "output") openUp(jsonSchema);
    },
  });
}

/** Writes control characters as ranges, because some tools do not know Unicode classes. */
function plainPattern(pattern: string): string {
  return pattern.replaceAll(String.raw`\p{Cc}`, String.raw`\x00-\x1f\x7f-\x9f`);
}

/** Answers get new fields and codes without a new API version, so apps have to ignore unknown ones. */
function openUp(schema: Json): void {
  if (schema["additionalProperties"] === false) delete schema["additionalProperties"];
  const { enum: codes, description } = schema;
  if (!Array.isArray(codes)) return;
  delete schema["enum"];
  Object.assign(schema, openCodes(codes, typeof description === "string" ? description : ""));
}

/** Codes of an answer; more may be added later. */
export function openCodes(codes: readonly unknown[], description = ""): Json {
  const known = codes.map((code) => `\`${String(code)}\``).join(", ");
  const text = `${description} Known values: ${known}; others may be added.`.trimStart();
  return { type: "string", description: text, examples: [codes[0]], "x-extensible-enum": codes };
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

/** A name stays one schema if its request and its answer are the same; otherwise the request gets its own name. */
function close(document: Json, named: Record<Way, Json>): Json {
  const both = Object.keys(named.input).filter((name) => name in named.output);
  const differing = differingOf(both, named);
  const place = (name: string, way: Way) =>
    way === "input" && differing.has(name) ? `${name}Input` : name;
  const schemas = [
    ...Object.entries(named.output),
    ...Object.entries(named.input).map(([name, schema]) => [place(name, "input"), schema] as const),
  ];
  const components = { ...objectOf(document["components"]), schemas: Object.fromEntries(schemas) };
  const text = JSON.stringify({ ...document, components });
  return objectOf(
    JSON.parse(
      text.replaceAll(/"#\/\$(input|output)\/(\w+)"/g, (_, way: string, name: string) =>
        JSON.stringify(`#/components/schemas/${place(name, way === "input" ? "input" : "output")}`),
      ),
    ),
  );
}

/** Names whose request and answer differ, directly or through a reference. */
function differingOf(both: readonly string[], named: Record<Way, Json>): ReadonlySet<string> {
  const textOf = (name: string, way: Way) =>
    JSON.stringify(named[way][name]).replaceAll(`"#/$${way}/`, '"#/$/');
  const found = new Set(both.filter((name) => textOf(name, "input") !== textOf(name, "output")));
  for (let before = -1; before !== found.size;) {
    before = found.size;
    for (const name of both) {
      const parts = [...textOf(name, "input").matchAll(/"#\/\$\/(\w+)"/g)];
      if (parts.some(([, part = ""]) => found.has(part))) found.add(name);
    }
  }
  return found;
}

/** Turns the references of a standalone schema into references into the book. */
function pointed(schema: unknown, way: Way): Json {
  return objectOf(JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', `"#/$${way}/`)));
}

const jsonSchema = z.record(z.string(), z.unknown());
const objectOf = (value: unknown): Json => jsonSchema.parse(value ?? {});
