import {
  clientOperationIdSchema,
  operationResultSchema,
  type Operation,
} from "../../../../contract/sync/schema.ts";
import type {
  AdmissionState,
  KnownReceipt,
  KnownTombstone,
} from "../../../../db/sync/admission/load-admission.ts";
import type { ReferenceState, ReferenceStates } from "../../../../rules/sync/judge-links.ts";
import { namedInPlace, UNNAMED } from "../../../../rules/sync/judge-resubmission.ts";
import { findOperationType, type OperationFeature } from "../../operation-feature.ts";

/**
 * The states, before this batch, of the operations that it names; unknown operations are missing.
 *
 * @param features the features whose dependencies (`follows`) count; empty if they no longer do.
 */
export function referenceStates(
  operations: readonly Operation[],
  { receipts, tombstones, deferrals }: AdmissionState,
  features: readonly OperationFeature[],
): ReferenceStates {
  const named = new Set(
    operations.flatMap((operation) => [...linksOf(operation), ...followedIds(operation, features)]),
  );
  const references = new Map<string, ReferenceState>();
  if (named.size === 0) return references;
  for (const { clientOperationId: id, state } of deferrals)
    if (state === "OPEN" && named.has(id)) references.set(id, { kind: "DEFERRED" });
  for (const tombstone of tombstones)
    if (named.has(tombstone.clientOperationId))
      references.set(tombstone.clientOperationId, stateOfTombstone(tombstone));
  for (const receipt of receipts)
    if (named.has(receipt.clientOperationId))
      references.set(receipt.clientOperationId, stateOfReceipt(receipt));
  return references;
}

/** Ids of the operations and of all that they name; admission loads these. */
export function referencedIds(
  operations: readonly Operation[],
  features: readonly OperationFeature[],
): string[] {
  return [
    ...new Set(
      operations.flatMap((operation) => [
        operation.clientOperationId,
        ...linksOf(operation),
        ...followedIds(operation, features),
      ]),
    ),
  ];
}

/** The state behind a tombstone; ids of records created so long ago are no longer mapped. */
function stateOfTombstone(tombstone: KnownTombstone): ReferenceState {
  return tombstone.status === "ACCEPTED"
    ? { kind: "ACCEPTED", canonicalIds: [] }
    : stateOfRefused(tombstone);
}

function stateOfReceipt(receipt: KnownReceipt): ReferenceState {
  if (receipt.status !== "ACCEPTED") return stateOfRefused(receipt);
  const { canonicalIds } = operationResultSchema.parse(JSON.parse(receipt.answer));
  return { kind: "ACCEPTED", canonicalIds };
}

/** `NOTHING_TO_RESUBMIT` counts as replaced: its target was accepted or replaced already. */
export function stateOfRefused({
  code,
  replacedBy,
}: Pick<KnownReceipt | KnownTombstone, "code" | "replacedBy">): ReferenceState {
  return { kind: "REFUSED", replacedBy: code === "NOTHING_TO_RESUBMIT" ? UNNAMED : replacedBy };
}

function linksOf(operation: Operation): readonly string[] {
  return [...(operation.dependsOn ?? []), ...namedInPlace(operation)];
}

/** Operations of the same device that this one waits for while they are deferred (`follows` of its type). */
export function followedIds(
  { operationType, payload }: Operation,
  features: readonly OperationFeature[],
): readonly string[] {
  const fields = findOperationType(features, operationType)?.type.follows ?? [];
  return fields.flatMap((field) => {
    const named = clientOperationIdSchema.safeParse(payload[field]);
    return named.success ? [named.data] : [];
  });
}
