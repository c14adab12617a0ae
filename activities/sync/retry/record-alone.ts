import type { DeviceSurface } from "../../../contract/accounts/vocabulary.ts";
import type { OperationPrincipal } from "../../../contract/sync/vocabulary.ts";
import { executorOf } from "../../../db/platform/pipeline/pipeline.ts";
import type { AdmissionState } from "../../../db/sync/admission/load-admission.ts";
import type { DeferralKey } from "../../../db/sync/retry/deferral.ts";
import type { Tx } from "../../../db/platform/transactions/transact.ts";
import { restoredLately } from "../../../rules/sync/judge-after-restore.ts";
import { unreadClock, type ClockReading } from "../../../rules/sync/correct-clock.ts";
import { newestDayOf } from "../admission/newest-day-of.ts";
import type { FreshOperation } from "../admission/classify-operations.ts";
import type { Decided } from "../admission/decided.ts";
import { placesOfFeatures } from "../admission/record/ordinals-with-payload.ts";
import { storedAlone } from "../receipts/prepare-body.ts";
import type { AdmissionScope, OperationFeature } from "../operation-feature.ts";
import { recordAdmission, type RecordedAdmission } from "../admission/record/record-admission.ts";

/** Stores the decision on one operation as a batch of its own; the device is not connected. */
export async function recordAlone(
  tx: Tx,
  alone: {
    readonly features: readonly OperationFeature[];
    readonly requestId: string;
    readonly known: AdmissionState;
    readonly scope: AdmissionScope;
    readonly entry: FreshOperation;
    readonly decided: Decided;
    /** Reading of the device's clock when it sent the operation. */
    readonly clock?: ClockReading;
  },
): Promise<RecordedAdmission> {
  const { features, requestId, known, scope, entry, decided } = alone;
  const { deviceId } = scope;
  const operations = [entry.operation];
  const body = storedAlone(deviceId, entry.operation, {
    bare: placesOfFeatures({ fresh: [entry] }, decided).size > 0,
  });
  const clock = alone.clock ?? unreadClock(known.now);
  const request = { deviceId, requestId, body, operations, clock, lastSeen: null };
  const admission = {
    features,
    request,
    known,
    scope,
    fresh: [entry],
    decided,
    inherited: [],
    settlementWaitMs: 0,
  };
  const recorded = await recordAdmission(tx, admission);
  await recorded.write(executorOf(tx));
  return recorded;
}

/** An operation that the server retries on its own, and the device that it is stored for. */
export interface RetriedOperation extends DeferralKey {
  readonly deviceId: string;
  readonly appSurface: DeviceSurface;
}

/** The scope of the retry: that of the operation's own client, at the present instant. */
export function scopeAgain(retried: RetriedOperation, known: AdmissionState): AdmissionScope {
  const { relationshipId, deviceId, lineageId, appSurface } = retried;
  return {
    relationshipId,
    workspaceId: known.workspaceId,
    deviceId,
    lineageId,
    actorUserId: known.deviceUserId,
    actor: principalOn(appSurface),
    now: known.now,
    ...newestDayOf(known),
    restoredAt: restoredLately(known.restoredAt, known.now),
  };
}

/** The role in which the user of a device acts, by its surface. */
export function principalOn(appSurface: DeviceSurface): OperationPrincipal {
  return appSurface === "CLIENT_MOBILE" ? "CLIENT" : "COACH";
}
