import { Refusal } from "../../../contract/refusal.ts";
import type { DeviceSurface } from "../../../contract/accounts/vocabulary.ts";
import type { Operation } from "../../../contract/sync/schema.ts";
import { BATCH_LIMITS, type ScopeState } from "../../../contract/sync/vocabulary.ts";
import type { AdmissionState } from "../../../db/sync/admission/load-admission.ts";
import { findEntangled } from "../../../rules/sync/find-entangled.ts";
import { findOperationType, type OperationFeature } from "../operation-feature.ts";

/** Who asks for the scope, from which device surface. */
export interface ScopeCaller {
  readonly actorUserId: string;
  readonly surface: DeviceSurface;
}

/**
 * Whether the scope and the device may still be used, judged on what was read under the locks: an end
 * or a revocation is ordered before or after a whole batch.
 *
 * @throws Refusal NOT_FOUND for an ended scope or suspended workspace, DEVICE_REVOKED.
 */
export function requireReachable(known: AdmissionState, caller: ScopeCaller): ScopeState {
  if (known.relationshipStatus === "ENDED" || known.workspaceStatus !== "ACTIVE")
    throw new Refusal("NOT_FOUND");
  const own = known.deviceUserId === caller.actorUserId && known.deviceSurface === caller.surface;
  if (!own || known.deviceStatus !== "ACTIVE") throw new Refusal("DEVICE_REVOKED");
  return known.relationshipStatus;
}

/**
 * Refuses a batch in which an operation depends on itself, directly or through others: no order could
 * ever decide it.
 *
 * @throws Refusal VALIDATION_FAILED naming each such operation.
 */
export function requireOrder(operations: readonly Operation[]): void {
  const errors = findEntangled(operations).map(({ ordinal, field }) => ({
    pointer: `/operations/${ordinal}/${field}`,
    code: "cyclic",
    message: "An operation cannot depend on itself",
  }));
  if (errors.length > 0) throw new Refusal("VALIDATION_FAILED", { errors });
}

/**
 * Refuses a batch in which a payload holds more sets than one may (docs/rules.md#sync-batch-failures);
 * what a set is, the feature knows.
 *
 * @throws Refusal VALIDATION_FAILED naming each such payload.
 */
export function requireSetLimits(
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
