import * as z from "zod";
import type { OperationFeature, OperationType } from "../../activities/sync/operation-feature.ts";
import type { Json } from "./openapi-schema.ts";
import type { SchemaBook } from "./schema-book.ts";
import { OPERATION_GUIDE } from "./operation-guide.ts";
import { pascalCase } from "./portable-schema.ts";

/**
 * Replaces the operation's schema, if the document has one, by a union of one schema per operation type and version. It
 * is stricter than admission, which judges an unknown type or version by itself and does not refuse the batch.
 */
export function withTypedOperations(document: Json, features: readonly OperationFeature[]): Json {
  const { components, ...rest } = documentSchema.parse(document);
  const { Operation: operation, ...schemas } = components.schemas;
  if (operation === undefined) return document;
  const types = new Map(features.flatMap(({ operationTypes }) => [...operationTypes]));
  const typed = rest["x-operation-types"].map((version) => {
    const { operationType, operationVersion } = version;
    const suffix = operationVersion === 1 ? "" : `V${operationVersion}`;
    const schema = typedOperation(operation, version, types.get(operationType));
    return [`${pascalCase(operationType)}Operation${suffix}`, schema] as const;
  });
  const union = {
    description: operation.description,
    oneOf: typed.map(([name]) => ({ $ref: `#/components/schemas/${name}` })),
  };
  const all = { ...schemas, Operation: union, ...Object.fromEntries(typed) };
  return { ...rest, components: { ...components, schemas: all } };
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

/** The operation with the fields that its type has. */
function typedOperation(
  operation: OperationSchema,
  { operationType, operationVersion, payload }: TypeVersion,
  type: OperationType<unknown> | undefined,
): Json {
  const { attachments, expectedRevision, ...properties } = operation.properties;
  const { does = "", revisionOf = "" } = OPERATION_GUIDE[operationType] ?? {};
  const takesMedia = (type?.attachments ?? []).length > 0;
  return {
    ...operation,
    description: `${does} The version of this type is ${operationVersion}. ${revisionOf}`.trim(),
    required: [
      ...operation.required,
      ...(type?.requiresRevision === true ? ["expectedRevision"] : []),
    ],
    properties: {
      ...properties,
      operationType: { type: "string", const: operationType },
      // As a constant it would be an enumeration in Kotlin, which sends a text.
      operationVersion: { type: "integer", minimum: operationVersion, maximum: operationVersion },
      expectedRevision: { ...expectedRevision, description: revisionOf },
      payload,
      ...(takesMedia && { attachments }),
    },
  };
}

const schemaPart = z.record(z.string(), z.unknown());
const typeVersion = z.object({
  operationType: z.string(),
  operationVersion: z.int(),
  payload: schemaPart,
});
type TypeVersion = z.output<typeof typeVersion>;

const operationShape = z.looseObject({
  description: z.string(),
  required: z.array(z.string()),
  properties: z
    .looseObject({ expectedRevision: schemaPart, attachments: schemaPart })
    .catchall(schemaPart),
});
type OperationSchema = z.output<typeof operationShape>;

const documentSchema = z.looseObject({
  "x-operation-types": z.array(typeVersion),
  components: z.looseObject({
    schemas: z.looseObject({ Operation: operationShape.optional() }),
  }),
});
