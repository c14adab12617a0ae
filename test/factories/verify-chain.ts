import { createHash } from "node:crypto";
import { receiptHashInput } from "../../contract/sync/receipt-hash.ts";
import { type Operation, operationResultSchema, type Receipt } from "../../contract/sync/schema.ts";

/**
 * Computes the hash of a receipt as a device can: from the operation it sent and the receipt it got.
 */
export function hashOf(receipt: Receipt, sent: Operation): string {
  const {
    operationType,
    operationVersion,
    canonicalRecordId: _canonicalRecordId,
    acceptedAt: _acceptedAt,
    createdAt,
    previousHash,
    hash: _hash,
    ...result
  } = receipt;
  const { receiptId, clientOperationId } = result;
  const input = receiptHashInput({
    previousHash,
    receiptId: receiptId ?? "",
    clientOperationId,
    operationType,
    operationVersion,
    expectedRevision: sent.expectedRevision ?? null,
    payloadChecksum: sent.payloadChecksum,
    answer: JSON.stringify(operationResultSchema.parse(result)),
    decidedAt: createdAt,
  });
  return createHash("sha256").update(input).digest("hex");
}
