import type { ChainedReceipt } from "../../contract/sync/receipts/receipt-schema.ts";
import { operationResultSchema, type Receipt } from "../../contract/sync/schema.ts";
import type { DeviceView } from "../../db/sync/queries.ts";
import type { StoredReceipt } from "../../db/sync/receipts/stored-receipts.ts";

/** A device on the wire; whose it is, and of which session, stays on the server. */
export function presentDevice({ userId: _userId, appSessionId: _id, ...device }: DeviceView) {
  return device;
}

/** A stored receipt on the wire with all that its hash covers. */
export function presentChainedReceipt(receipt: StoredReceipt): ChainedReceipt {
  const { chainSeq, expectedRevision, payloadChecksum } = receipt;
  return { ...presentReceipt(receipt), chainSeq, expectedRevision, payloadChecksum };
}

/** A stored receipt on the wire: the answer once given, and its place in the device's chain. */
export function presentReceipt(receipt: StoredReceipt): Receipt {
  return {
    ...operationResultSchema.parse(JSON.parse(receipt.answer)),
    deviceId: receipt.deviceId,
    operationType: receipt.type,
    operationVersion: receipt.version,
    canonicalRecordId: receipt.canonicalId,
    acceptedAt: receipt.status === "ACCEPTED" ? receipt.decidedAt : null,
    createdAt: receipt.decidedAt,
    previousHash: receipt.previousHash,
    hash: receipt.hash,
  };
}
