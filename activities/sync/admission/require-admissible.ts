import { type FieldError, Refusal } from "../../../contract/refusal.ts";
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
 * What is wrong with a batch whoever sends it (docs/rooms/sync.md#categories): payloads that hold more sets
 * than one may, where what a set is the feature knows; or else operations that depend on themselves, directly or
 * through others, which no order could ever decide.
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
