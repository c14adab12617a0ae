import { Refusal } from "../../../contract/refusal.ts";
import type { Operation } from "../../../contract/sync/schema.ts";
import { BATCH_LIMITS } from "../../../contract/sync/vocabulary.ts";
import { findOperationType, type OperationFeature } from "../operation-feature.ts";

/**
 * Refuses a batch in which a payload holds more sets than one may (docs/rules.md#sync-batch-failures);
 * what a set is, the feature knows.
 *
 * @throws Refusal VALIDATION_FAILED naming each such payload.
 */
export function refuseTooManySets(
  operations: readonly Operation[],
  features: readonly OperationFeature[],
): void {
  const { setsPerPayload } = BATCH_LIMITS;
  const errors = operations.flatMap((operation, ordinal) => {
    const count = countSets(operation, features);
    const message = `At most ${setsPerPayload} sets`;
    const pointer = `/operations/${ordinal}/payload`;
    return count > setsPerPayload ? [{ pointer, code: "too_big", message }] : [];
  });
  if (errors.length > 0) throw new Refusal("VALIDATION_FAILED", { errors });
}

/** Nothing of the payload was checked yet: one that cannot be counted is its reader's to judge. */
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
