import { Refusal } from "../../../contract/refusal.ts";
import type { DeviceSurface } from "../../../contract/accounts/vocabulary.ts";
import type { ScopeState } from "../../../contract/sync/vocabulary.ts";
import type { AdmissionState } from "../../../db/sync/admission/load-admission.ts";

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

/** The caller of a scope, and the surface of the device. */
export interface ScopeCaller {
  readonly actorUserId: string;
  readonly surface: DeviceSurface;
}
