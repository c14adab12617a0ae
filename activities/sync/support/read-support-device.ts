import { getSupportDevice, type SupportDevice } from "../../../db/sync/support/queries.ts";
import type { Tx } from "../../../db/transact.ts";
import { auditAccess, type Operator } from "./audit-access.ts";

/**
 * Shows a device and what is under way for it to an operator, audited in the same transaction.
 *
 * @throws Refusal NOT_FOUND.
 */
export async function readSupportDevice(
  tx: Tx,
  { deviceId, operator }: { readonly deviceId: string; readonly operator: Operator },
): Promise<SupportDevice> {
  const device = await getSupportDevice(tx, deviceId);
  await auditAccess(tx, { kind: "DEVICE", deviceId, receiptIds: [] }, operator);
  return device;
}
