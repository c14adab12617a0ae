import type { AdmissionRequest, AdmittedBatch } from "../../activities/sync/admission/admission.ts";
import type { ApiDeps } from "../api-deps.ts";
import { countVerdicts } from "./count-verdicts.ts";

/**
 * Admits a batch and counts its verdicts, for every route.
 *
 * @throws Refusal RATE_LIMITED for a device with too much refused data today. Also what admission throws.
 */
export async function admitCounted<Extra>(
  deps: ApiDeps,
  request: AdmissionRequest<Extra>,
): Promise<AdmittedBatch<Extra>> {
  const device = { userId: request.actorUserId, deviceId: request.deviceId };
  deps.refusedBytes.requireRoom(device);
  const admitted = await deps.admit(request);
  countVerdicts(deps.metrics, admitted.results);
  await deps.refusedBytes.count(device, admitted.refusedLength);
  return admitted;
}
