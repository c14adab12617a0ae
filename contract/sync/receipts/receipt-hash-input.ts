/**
 * Text whose SHA-256, as lower-case hex, is the receipt's hash. Each receipt of a device contains the hash of the one
 * before, so that none can be removed, swapped or edited unnoticed. A device can compute it from the operation it
 * sent and the receipt it got.
 */
export function receiptHashInput(receipt: HashedReceipt): string {
  const { answer, canonicalRecordId, clientOperationId, decidedAt, expectedRevision } = receipt;
  const { operationType, operationVersion, payloadChecksum, previousHash, receiptId } = receipt;
  // RFC 8785 by hand. This is possible because a receipt is flat, its names are sorted and its numbers are integers.
  return JSON.stringify({
    answer,
    canonicalRecordId,
    clientOperationId,
    decidedAt,
    expectedRevision,
    operationType,
    operationVersion,
    payloadChecksum,
    previousHash,
    receiptId,
  });
}

/** Content covered by a receipt's hash: all its fields, and the receipt before it. */
export interface HashedReceipt {
  readonly previousHash: string;
  readonly receiptId: string;
  readonly clientOperationId: string;
  readonly operationType: string;
  readonly operationVersion: number;
  readonly expectedRevision: number | null;
  readonly payloadChecksum: string;
  /** Absent from the receipts of the first version. */
  readonly canonicalRecordId?: string | null;
  /** The result as stored, JSON text. */
  readonly answer: string;
  /** RFC 3339, milliseconds. */
  readonly decidedAt: string;
}
