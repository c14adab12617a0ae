import type { Json } from "../../../api/openapi/openapi-schema.ts";

/** Generators of openapi-generator, which are also the folders of their clients. */
export const LANGUAGES = ["kotlin", "swift6", "dart"] as const;
export type Language = (typeof LANGUAGES)[number];

/** The arguments that generate a client of the document. */
export function generatorArguments(language: Language, document: Json): readonly string[] {
  const input = ["generate", "-i", "openapi.json", "-g", language, "-o", language];
  const only = "apiTests=false,modelTests=false,apiDocs=false,modelDocs=false";
  const all = [...input, `--global-property=${only}`];
  return language === "kotlin" ? [...all, ...kotlinArguments(document)] : all;
}

const KOTLIN = {
  library: "jvm-retrofit2",
  serializationLibrary: "kotlinx_serialization",
  generateOneOfAnyOfWrappers: "true",
  packageName: "client",
};

/**
 * The template for kotlinx.serialization writes no branch for the numbers of a union of plain values, so these unions
 * and untyped values are JSON elements.
 */
function kotlinArguments(document: Json): readonly string[] {
  const element = "kotlinx.serialization.json.JsonElement";
  const mappings = unionsWithNumbers(document).map((name) => `${name}=${element}`);
  const properties = Object.entries(KOTLIN).map(([name, value]) => `${name}=${value}`);
  return [
    `--additional-properties=${properties.join()}`,
    `--schema-mappings=${mappings.join()}`,
    "--type-mappings=AnyType=JsonElement,object=JsonElement",
    `--import-mappings=JsonElement=${element}`,
  ];
}

/** Names of the unions that have a number among their plain values. */
function unionsWithNumbers(document: Json): readonly string[] {
  const { schemas } = asObject(document["components"]);
  return Object.entries(asObject(schemas))
    .filter(([, schema]) => {
      const { oneOf } = asObject(schema);
      return Array.isArray(oneOf) && oneOf.some((branch) => asObject(branch)["type"] === "number");
    })
    .map(([name]) => name);
}

function asObject(value: unknown): Json {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
