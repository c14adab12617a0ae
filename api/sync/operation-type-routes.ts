import type { AttachmentRule, OperationFeature } from "../../activities/sync/operation-feature.ts";
import {
  type OperationTypeAnswer,
  operationTypesSchema,
} from "../../contract/sync/operation-types-schema.ts";
import { read, type Endpoint } from "../endpoint.ts";
import { toJsonSchema } from "../openapi/openapi-schema.ts";

/** The operation types that a device may queue, from the registry that admits them. */
export const operationTypeEndpoints: readonly Endpoint[] = [
  read({
    method: "GET",
    path: "/api/v1/client/operation-types",
    name: "listOperationTypes",
    summary: "Every operation type with its versions and the schema of its payload",
    source: "docs/rooms/sync.md#operation-envelope",
    access: "device-owner",
    answer: operationTypesSchema,
    handle: async ({ deps }) => ({ items: listOperationTypes(deps.features) }),
  }),
];

/** Every operation type of the features, by name and version. */
function listOperationTypes(features: readonly OperationFeature[]): OperationTypeAnswer[] {
  const items = features.flatMap(({ operationTypes }) =>
    [...operationTypes].flatMap(([operationType, type]) =>
      [...type.versions].map(([operationVersion, { payload }]) => ({
        operationType,
        operationVersion,
        principals: [...type.principals],
        requiresRevision: type.requiresRevision,
        references: { ...type.references },
        makes: type.makes ?? null,
        attachments: (type.attachments ?? []).map(presentRule),
        payloadSchema: { ...toJsonSchema(payload, "input") },
      })),
    ),
  );
  return items.toSorted(
    (one, other) =>
      one.operationType.localeCompare(other.operationType) ||
      one.operationVersion - other.operationVersion,
  );
}

function presentRule({ purpose, most, takesPending }: AttachmentRule) {
  return { purpose, most, takesPending: takesPending === true };
}
