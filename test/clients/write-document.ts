import { writeFile } from "node:fs/promises";
import { endpoints } from "../../api/endpoints.ts";
import { openApiDocument } from "../../api/openapi/openapi-document.ts";
import type { Json } from "../../api/openapi/openapi-schema.ts";
import { operationFeatures } from "../../workers/operation-features.ts";

/** Writes the OpenAPI document of this tree into a file, and returns it. */
export async function writeDocument(file: string): Promise<Json> {
  const document = openApiDocument({
    endpoints,
    features: operationFeatures,
    publicUrl: "https://api.example.com",
  });
  await writeFile(file, JSON.stringify(document, null, 1));
  return document;
}
