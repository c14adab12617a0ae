import {
  isDatabaseTrouble,
  refuseTrouble,
  transact,
  wasKeptWaiting,
} from "../../../db/platform/transactions/transact.ts";
import { adoptDevice } from "../devices/adopt-device.ts";
import { OtherSessionError } from "../devices/require-same-session.ts";
import type { AdmissionDeps, AdmissionRequest, AdmittedBatch } from "./admission.ts";
import { BatchFault } from "./batch-fault.ts";
import {
  NewAfterAll,
  prepareBatch,
  prepareKnown,
  type PreparedBatch,
} from "./prepare/prepare-batch.ts";

/**
 * Prepares a batch and attempts it. A failed attempt starts again from its locks, once for each reason; any other error
 * is thrown.
 *
 * @throws Refusal of the attempt; UNAVAILABLE if the database fails twice; BatchFault if isolating does not help.
 */
export async function retryAdmission<Extra>(
  deps: AdmissionDeps,
  request: AdmissionRequest<Extra>,
  attempt: Attempt,
): Promise<AdmittedBatch<Extra>> {
  const { features } = deps;
  const tried = new Set<RetryReason>();
  let prepared = deps.recent.has(request)
    ? prepareKnown(request, features)
    : await prepareBatch(request, features);
  for (;;) {
    try {
      return await attempt(prepared);
    } catch (error) {
      const reason = retryReasonOf(error, request);
      const again = reason !== null && !tried.has(reason) && !wasKeptWaiting(error);
      if (reason === "DATABASE_TROUBLE" && !again) throw refuseTrouble(error);
      if (!again) throw error;
      tried.add(reason);
      if (reason === "OTHER_SESSION") await moveDevice(deps, request);
      if (reason === "NEW_AFTER_ALL") prepared = await prepareBatch(request, features);
      prepared = { ...prepared, isolates: tried.has("BATCH_FAULT") };
    }
  }
}

/** One attempt at a prepared batch. */
export type Attempt = <Extra>(prepared: PreparedBatch<Extra>) => Promise<AdmittedBatch<Extra>>;

/**
 * Why an admission starts again from its locks:
 * - DATABASE_TROUBLE: the database was briefly unavailable. Not if it ended the session because we kept it waiting: a
 *   second attempt would only do the same to others.
 * - NEW_AFTER_ALL: a batch that was answered before contains operations that were not judged yet.
 * - OTHER_SESSION: the device belonged to an earlier session of its user, and is moved first. Signing out then takes
 *   the device along, before or after a whole batch. Ordinary batches pay nothing for it.
 * - BATCH_FAULT: a load or a write failed. The batch is bisected, so that only the failing operations are deferred.
 */
type RetryReason = "DATABASE_TROUBLE" | "NEW_AFTER_ALL" | "OTHER_SESSION" | "BATCH_FAULT";

function retryReasonOf(error: unknown, { appSessionId }: Sender): RetryReason | null {
  if (isDatabaseTrouble(error)) return "DATABASE_TROUBLE";
  if (error instanceof NewAfterAll) return "NEW_AFTER_ALL";
  if (error instanceof BatchFault) return "BATCH_FAULT";
  return error instanceof OtherSessionError && appSessionId !== undefined ? "OTHER_SESSION" : null;
}

async function moveDevice({ em }: AdmissionDeps, sender: Sender): Promise<void> {
  const { deviceId, actorUserId: userId, appSessionId } = sender;
  if (appSessionId === undefined) return;
  await transact(em, (tx) => adoptDevice(tx, { deviceId, userId, appSessionId }));
}

type Sender = Pick<AdmissionRequest, "deviceId" | "actorUserId" | "appSessionId">;
