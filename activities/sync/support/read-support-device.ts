import { LAST_DIAGNOSTICS } from "../../../contract/sync/support/last-diagnostics-schema.ts";
import { getSupportDevice, type SupportDevice } from "../../../db/sync/support/queries.ts";
import {
  listRefusedCodes,
  type RefusedCode,
} from "../../../db/sync/support/receipts/list-refused-codes.ts";
import type { Tx } from "../../../db/platform/transactions/transact.ts";
import { auditAccess, type Operator } from "./audit-access.ts";

/**
 * Shows a device, its pending work and its last diagnostics report to an operator, audited in the same transaction.
 * Refusals are shown by code, without receipts, so none is cited.
 *
 * @throws Refusal NOT_FOUND.
 */
export async function readSupportDevice(
  tx: Tx,
  { deviceId, operator }: { readonly deviceId: string; readonly operator: Operator },
): Promise<ReadDevice> {
  const device = await getSupportDevice(tx, deviceId);
  const refused = await listRefusedCodes(tx, { deviceId, limit: LAST_DIAGNOSTICS.refusals });
  await auditAccess(tx, { kind: "DEVICE", deviceId, receiptIds: [] }, operator);
  return { ...device, refused };
}

/** A device, its pending work, and its last diagnostics report. */
export interface ReadDevice extends SupportDevice {
  readonly refused: readonly RefusedCode[];
}
