import * as z from "zod";

/** The declaration of a named JSON Schema in TypeScript: an interface for an object, otherwise a type. */
export function declarationOf(name: string, schema: unknown): Declaration {
  const { description, ...rest } = schemaPart.parse(schema);
  const declared =
    rest.type === "object" && rest.properties !== undefined
      ? `interface ${name} {\n${printFields(rest)}\n}`
      : `type ${name} = ${printType(rest)};`;
  const text = `${commentOf(description)}export ${declared}`;
  return { name, text, references: referencesOf(schema) };
}

/** A declaration, and the names of those that it needs. */
export interface Declaration {
  readonly name: string;
  readonly text: string;
  readonly references: readonly string[];
}

/** A text whose known values an editor completes. */
export const OPEN: Declaration = {
  name: "Open",
  references: [],
  text: `/** One of the known values, or one that a later version of the service adds. */
    export type Open<Known extends string> = Known | (string & Record<never, never>);`,
};

/** The type of a JSON Schema. Answers are open: fields and codes that are not listed may arrive. */
export function printType(schema: unknown): string {
  const { $ref, anyOf, oneOf, type, ...rest } = schemaPart.parse(schema);
  if ($ref !== undefined) return nameOf($ref);
  const branches = anyOf ?? oneOf;
  if (branches !== undefined) return union(branches.map(printType));
  if (rest.const !== undefined) return JSON.stringify(rest.const);
  if (rest.enum !== undefined) return union(rest.enum.map((value) => JSON.stringify(value)));
  return union([type ?? "unknown"].flat().map((one) => printPlain(one, rest)));
}

/** Names of the schemas that a schema refers to, in their order. */
export function referencesOf(schema: unknown): readonly string[] {
  if (Array.isArray(schema)) return schema.flatMap(referencesOf);
  const { $ref, discriminator: _, ...parts } = record.catch({}).parse(schema);
  if (typeof $ref === "string") return [nameOf($ref)];
  const isOpen = parts["type"] !== "integer" && parts["x-extensible-enum"] !== undefined;
  return [...(isOpen ? ["Open"] : []), ...Object.values(parts).flatMap(referencesOf)];
}

/** A comment of at most 110 characters a line; the list of codes is in the type, a table in the API's reference. */
export function commentOf(description: string | undefined): string {
  const [text = ""] = (description ?? "").split("\n\n");
  const words = text.replace(/ ?Known values: .*; others may be added\.$/s, "").trim();
  if (words === "") return "";
  const lines = words.replaceAll("*/", "*\\/").match(/.{1,110}(?:\s|$)/g) ?? [];
  if (lines.length === 1) return `/** ${words} */\n`;
  return `/**\n${lines.map((line) => ` * ${line.trim()}\n`).join("")} */\n`;
}

/** The fields of an object, without its braces. */
export function printFields({ properties = {}, required = [] }: Fields): string {
  const fields = Object.entries(properties).map(([name, field]) => {
    const { description } = schemaPart.parse(field);
    const optional = required.includes(name) ? "" : "?";
    return `${commentOf(description)}readonly ${name}${optional}: ${printType(field)};`;
  });
  return fields.join("\n");
}

function printPlain(type: string, schema: SchemaPart): string {
  const { properties, additionalProperties, items, "x-extensible-enum": codes } = schema;
  switch (type) {
    case "object":
      if (properties !== undefined) return `{\n${printFields(schema)}\n}`;
      return `Readonly<Record<string, ${printType(additionalProperties ?? {})}>>`;
    case "array":
      return `readonly (${printType(items ?? {})})[]`;
    case "string":
      return codes === undefined ? "string" : `Open<${union(codes.map(quoted))}>`;
    case "integer":
    case "number":
      return "number";
    default:
      return type;
  }
}

const quoted = (value: unknown) => JSON.stringify(value);
const union = (types: readonly string[]) => [...new Set(types)].join(" | ");
/** Name of a schema from the reference to it. */
export const nameOf = (reference: string) => reference.replace("#/components/schemas/", "");

const record = z.record(z.string(), z.unknown());
const schemaPart = z.object({
  $ref: z.string().optional(),
  description: z.string().optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  const: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  "x-extensible-enum": z.array(z.unknown()).optional(),
  anyOf: z.array(z.unknown()).optional(),
  oneOf: z.array(z.unknown()).optional(),
  properties: record.optional(),
  required: z.array(z.string()).optional(),
  additionalProperties: z.unknown().optional(),
  items: z.unknown().optional(),
});
type Fields = Pick<SchemaPart, "properties" | "required">;
type SchemaPart = Omit<z.output<typeof schemaPart>, "description">;
