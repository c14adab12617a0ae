import { faultClassOf } from "../../../db/fault-class.ts";
import { lockAdmission } from "../../../db/sync/admission/lock-admission.ts";
import { countFailedSettlement } from "../../../db/sync/settlement/settlement.ts";
import type { Tx } from "../../../db/transact.ts";
import { recordDeviceAgenda, type DeviceBacklog } from "./record-device-agenda.ts";
import type { SliceInput } from "./settle-slice.ts";

/** Passes over a batch whose settlement failed: later ones go on, it is tried again after a pause. */
export async function passOverBatch(
  tx: Tx,
  { deviceId, relationshipId, batchIds, settlements }: SliceInput,
  fault: unknown,
): Promise<DeviceBacklog> {
  await lockAdmission(tx, { deviceId, relationshipId });
  for (const batchId of batchIds) await countFailedSettlement(tx, batchId, faultClassOf(fault));
  return await recordDeviceAgenda(tx, { deviceId, settlements });
}
