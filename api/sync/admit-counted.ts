import { admitBatch } from "../../activities/sync/admission/admit-batch.ts";
import type { AdmissionRequest, AdmittedBatch } from "../../activities/sync/admission/admission.ts";
import type { Statement } from "../../db/pipeline.ts";
import type { ApiDeps } from "../api-deps.ts";
import type { RequestFacts } from "../endpoint.ts";
import type { Caller } from "../guard/caller.ts";
import { countVerdicts } from "./count-verdicts.ts";
import { deviceSurfaceOf } from "./require-own-device.ts";

/**
 * Admits a batch and counts its verdicts, for every route.
 *
 * @throws Refusal RATE_LIMITED for a device with too much refused data today. Also what {@link admitBatch} throws.
 */
export async function admitCounted<Extra>(
  { deps, caller, request: { requestId, arrivedMs, isAwaited } }: Sending,
  batch: Batch,
  readWithin: Statement<Extra>,
): Promise<AdmittedBatch<Extra>> {
  const { userId: actorUserId, appSessionId } = caller;
  const device = { userId: actorUserId, deviceId: batch.deviceId };
  deps.refusedBytes.requireRoom(device);
  const surface = deviceSurfaceOf(caller);
  const sender = { actorUserId, surface, appSessionId, requestId, arrivedMs, isAwaited };
  const admitted = await admitBatch(deps.admission, { ...batch, ...sender }, readWithin);
  countVerdicts(deps.metrics, admitted.results);
  await deps.refusedBytes.count(device, admitted.refusedLength);
  return admitted;
}

/** The sender of a batch, and its request. */
export interface Sending {
  readonly deps: ApiDeps;
  readonly caller: Caller;
  readonly request: RequestFacts;
}

/** A batch without its sender. */
type Batch = Omit<
  AdmissionRequest,
  "actorUserId" | "surface" | "appSessionId" | "requestId" | "arrivedMs" | "isAwaited"
>;
