import { Refusal } from "../../../contract/refusal.ts";
import type { DeviceSurface } from "../../../contract/accounts/vocabulary.ts";
import type { ScopeState } from "../../../contract/sync/vocabulary.ts";
import type { AdmissionState } from "../../../db/sync/admission/load-admission.ts";

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
export function judgeReachable(known: AdmissionState, caller: ScopeCaller): ScopeState {
  if (known.relationshipStatus === "ENDED" || known.workspaceStatus !== "ACTIVE")
    throw new Refusal("NOT_FOUND");
  const own = known.deviceUserId === caller.actorUserId && known.deviceSurface === caller.surface;
  if (!own || known.deviceStatus !== "ACTIVE") throw new Refusal("DEVICE_REVOKED");
  return known.relationshipStatus;
}
