import type { FieldError } from "../../../../contract/refusal.ts";
import type { Operation } from "../../../../contract/sync/schema.ts";
import { BATCH_LIMITS } from "../../../../contract/sync/vocabulary.ts";
import { findEntangled } from "../../../../rules/sync/find-entangled.ts";
import { findOperationType, type OperationFeature } from "../../operation-feature.ts";

/**
 * Faults of a batch from any sender (docs/rooms/sync.md#categories). A payload has too many sets, as its feature counts
 * them, or an operation depends on itself, directly or indirectly.
 */
export function findFaultsOfBatch(
  operations: readonly Operation[],
  features: readonly OperationFeature[],
): readonly FieldError[] {
  const { setsPerPayload } = BATCH_LIMITS;
  const message = `At most ${setsPerPayload} sets`;
  const tooManySets = operations.flatMap((operation, ordinal) => {
    const pointer = `/operations/${ordinal}/payload`;
    return countSets(operation, features) > setsPerPayload
      ? [{ pointer, code: "too_big", message }]
      : [];
  });
  if (tooManySets.length > 0) return tooManySets;
  return findEntangled(operations).map(({ ordinal, field }) => ({
    pointer: `/operations/${ordinal}/${field}`,
    code: "cyclic",
    message: "An operation cannot depend on itself",
  }));
}

/** The payload is unchecked at this point. If it cannot be counted, its reader judges it. */
function countSets(
  { operationType, payload }: Operation,
  features: readonly OperationFeature[],
): number {
  try {
    return findOperationType(features, operationType)?.type.countSets?.(payload) ?? 0;
  } catch {
    return 0;
  }
}
