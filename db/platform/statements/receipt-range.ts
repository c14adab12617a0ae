import { sql } from "kysely";

// A receipt's id is its batch's id with the last 16 bits counted from one (`new-id.ts`).

/** SQL of the batch that a receipt belongs to. @param receiptId name of a column. */
export function batchOf(receiptId: string) {
  return withLastBits(receiptId, "0000");
}

/** SQL of the last id that a receipt of a batch can have; the batch's own id sorts before its first receipt. */
export function lastReceiptOf(batchId: string) {
  return withLastBits(batchId, "ffff");
}

/** SQL of whether `receipt_id` is one of a batch's. */
export function isReceiptOf(batchId: string) {
  return sql`receipt_id between ${sql.raw(batchId)} and ${lastReceiptOf(batchId)}`;
}

function withLastBits(id: string, bits: string) {
  return sql.raw<string>(`encode(substr(uuid_send(${id}), 1, 14) || '\\x${bits}', 'hex')::uuid`);
}
