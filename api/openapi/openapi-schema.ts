import { z } from "zod";

/** A JSON Schema, or any part of the OpenAPI document. */
export type Json = Record<string, unknown>;

/** Schemas of the document: named ones are written once and pointed at. */
export interface SchemaBook {
  /** Named schemas so far, for `components.schemas`. */
  readonly components: Json;
  /** JSON Schema of what is sent. */
  input(schema: z.ZodType): Json;
  /** JSON Schema of what is answered. */
  output(schema: z.ZodType): Json;
}

/** Opens a book with the schemas that every answer shares. */
export function openSchemaBook(shared: Json): SchemaBook {
  const components: Json = { ...shared };
  const write = (schema: z.ZodType, io: "input" | "output"): Json => {
    const { $schema: _, $defs = {}, ...rest } = toJsonSchema(schema, io);
    for (const [name, named] of Object.entries($defs)) components[name] ??= pointed(named);
    return pointed(rest);
  };
  return {
    components,
    input: (schema) => write(schema, "input"),
    output: (schema) => write(schema, "output"),
  };
}

function toJsonSchema(schema: z.ZodType, io: "input" | "output") {
  return z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    override: ({ jsonSchema }) => {
      // The format says it better than the expression it is checked with.
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
    },
  });
}

/** References of a schema that stands alone, as references into the document. */
function pointed(schema: unknown): Json {
  const text = JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/');
  return z.record(z.string(), z.unknown()).parse(JSON.parse(text));
}
