import { type FieldError, Refusal } from "../../../contract/refusal.ts";
import type { DeviceSurface } from "../../../contract/accounts/vocabulary.ts";
import type { Operation } from "../../../contract/sync/schema.ts";
import { BATCH_LIMITS, type ScopeState } from "../../../contract/sync/vocabulary.ts";
import type { AdmissionState } from "../../../db/sync/admission/load-admission.ts";
import { findEntangled } from "../../../rules/sync/find-entangled.ts";
import { findOperationType, type OperationFeature } from "../operation-feature.ts";

/** The caller of a scope, and the surface of the device. */
export interface ScopeCaller {
  readonly actorUserId: string;
  readonly surface: DeviceSurface;
}

/**
 * Checks that the scope and the device may still be used, by data read under the locks. An end or a revocation is
 * therefore ordered before or after a whole batch.
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
 * Faults of a batch from any sender (docs/rooms/sync.md#categories): payloads with too many sets, as the feature
 * counts them, or operations that depend on themselves, directly or indirectly.
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
