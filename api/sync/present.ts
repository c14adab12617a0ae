import type { ChainedReceipt } from "../../contract/sync/receipts/receipt-schema.ts";
import { operationResultSchema, type Receipt } from "../../contract/sync/schema.ts";
import type { DeviceView } from "../../db/sync/queries.ts";
import type { StoredReceipt } from "../../db/sync/receipts/stored-receipts.ts";

/** A device in wire form; its owner and session are left out. */
export function presentDevice({ userId: _userId, appSessionId: _id, ...device }: DeviceView) {
  return device;
}

/** A stored receipt in wire form, with everything that its hash covers. */
export function presentChainedReceipt(receipt: StoredReceipt): ChainedReceipt {
  const { chainSeq, expectedRevision, payloadChecksum } = receipt;
  return { ...presentReceipt(receipt), chainSeq, expectedRevision, payloadChecksum };
}

/** A stored receipt in wire form: the original answer, and its place in the device's chain. */
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
