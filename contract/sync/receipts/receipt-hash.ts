/** What the hash of a receipt covers: everything it says, and the receipt before it. */
export interface HashedReceipt {
  readonly previousHash: string;
  readonly receiptId: string;
  readonly clientOperationId: string;
  readonly operationType: string;
  readonly operationVersion: number;
  readonly expectedRevision: number | null;
  readonly payloadChecksum: string;
  /** Absent from the first receipts of all. */
  readonly canonicalRecordId?: string | null;
  /** The result as stored, JSON text. */
  readonly answer: string;
  /** RFC 3339, milliseconds. */
  readonly decidedAt: string;
}

/**
 * Text whose SHA-256, in lower case hex, is the receipt's hash. Each receipt of a device carries the
 * hash of the one before, so that none can be removed, swapped or edited unseen. A device can compute
 * it from the operation it sent and the receipt it got.
 */
export function receiptHashInput(receipt: HashedReceipt): string {
  const { answer, canonicalRecordId, clientOperationId, decidedAt, expectedRevision } = receipt;
  const { operationType, operationVersion, payloadChecksum, previousHash, receiptId } = receipt;
  // RFC 8785 by hand, which a receipt affords: flat, its names in order, its numbers integers.
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
