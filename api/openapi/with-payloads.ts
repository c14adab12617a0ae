import * as z from "zod";
import type { OperationFeature } from "../../activities/sync/operation-feature.ts";
import type { Json, SchemaBook } from "./openapi-schema.ts";

/** Adds the schemas of all payloads to the operation's schema, if the document has one. */
export function withPayloads(document: Json): Json {
  const { components, ...rest } = documentSchema.parse(document);
  const { Operation: operation, ...schemas } = components.schemas;
  if (operation === undefined) return document;
  const anyOf = rest["x-operation-types"].map(({ operationType, operationVersion, payload }) => ({
    title: `${operationType}, version ${operationVersion}`,
    ...payload,
  }));
  const payload = { description: "By operation type and version.", anyOf };
  const properties = { ...operation.properties, payload };
  return {
    ...rest,
    components: { ...components, schemas: { ...schemas, Operation: { ...operation, properties } } },
  };
}

/** Every operation type in each of its versions, with the schema of its payload. */
export function operationTypesOf(features: readonly OperationFeature[], book: SchemaBook): Json[] {
  return features.flatMap(({ operationTypes }) =>
    [...operationTypes].flatMap(([operationType, { versions }]) =>
      [...versions].map(([operationVersion, { payload }]) => ({
        operationType,
        operationVersion,
        payload: book.input(payload),
      })),
    ),
  );
}

const documentSchema = z.looseObject({
  "x-operation-types": z.array(
    z.object({
      operationType: z.string(),
      operationVersion: z.int(),
      payload: z.record(z.string(), z.unknown()),
    }),
  ),
  components: z.looseObject({
    schemas: z.looseObject({
      Operation: z.looseObject({ properties: z.record(z.string(), z.unknown()) }).optional(),
    }),
  }),
});
