import * as z from "zod";
import { type Json, toJsonSchema, type Way } from "./openapi-schema.ts";
import { portableSchema } from "./portable-schema.ts";

/** Schemas of the document. A named schema is written once and referenced. */
export interface SchemaBook {
  /** JSON Schema of a request. */
  input(schema: z.ZodType): Json;
  /** JSON Schema of an answer. */
  output(schema: z.ZodType): Json;
  /** Reference to the named envelope of an answer: its data, and the request that it answers. */
  envelope(data: z.ZodType): Json;
  /** Adds the named schemas to the document's components and resolves every reference. */
  close(document: Json): Json;
}

/** Opens a book with the schemas shared by all answers. */
export function openSchemaBook(shared: Json): SchemaBook {
  const named: Record<Way, Json> = { input: {}, output: { ...shared } };
  const write = (schema: z.ZodType, way: Way): Json => {
    const { schema: whole, parts } = portableSchema(toJsonSchema(schema, way), way);
    for (const [name, part] of Object.entries(parts)) {
      const own = pointed(part, way);
      if (JSON.stringify((named[way][name] ??= own)) !== JSON.stringify(own))
        throw new TypeError(`Two schemas are named ${name}`);
    }
    return pointed(whole, way);
  };
  return {
    input: (schema) => write(schema, "input"),
    output: (schema) => write(schema, "output"),
    envelope(data) {
      const schema = write(data, "output");
      const envelope = envelopeOf(schema);
      const { id } = z.globalRegistry.get(data) ?? {};
      if (id === undefined) return envelope;
      named.output[`${id}Envelope`] ??= envelope;
      return { $ref: `#/$output/${id}Envelope` };
    },
    close: (document) => close(document, named),
  };
}

function envelopeOf(data: Json): Json {
  return {
    type: "object",
    description: "A successful answer: its data, and the request that it answers.",
    required: ["data", "meta"],
    properties: { data, meta: { $ref: "#/components/schemas/Meta" } },
  };
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
