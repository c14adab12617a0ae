import { faultClassOf } from "../../../db/fault-class.ts";
import { lockAdmission } from "../../../db/sync/admission/lock-admission.ts";
import {
  countFailedSettlement,
  findSettleAttempts,
} from "../../../db/sync/settlement/settlement.ts";
import type { Tx } from "../../../db/transact.ts";
import { doublingPause, SETTLE_PAUSES } from "../../../rules/outbox/doubling-pause.ts";
import { recordDeviceAgenda, type DeviceBacklog } from "./record-device-agenda.ts";
import type { SliceInput } from "./settle-slice.ts";

/**
 * Passes over a batch whose settlement failed: later ones go on, it is tried again after a pause that
 * doubles with each failure.
 */
export async function passOverBatch(
  tx: Tx,
  { deviceId, relationshipId, batchIds, settlements }: SliceInput,
  fault: unknown,
): Promise<DeviceBacklog> {
  await lockAdmission(tx, { deviceId, relationshipId });
  const failureCode = faultClassOf(fault);
  for (const found of await findSettleAttempts(tx, batchIds)) {
    const attempts = found.attempts + 1;
    const pauseMs = doublingPause(attempts, SETTLE_PAUSES);
    await countFailedSettlement(tx, { ...found, attempts, pauseMs, failureCode });
  }
  return await recordDeviceAgenda(tx, { deviceId, settlements });
}
