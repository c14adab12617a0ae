import { tables } from "../../tables.ts";
import type { Tx } from "../../transact.ts";

/**
 * Deletes raw requests that the devices of an account sent and that are settled. Receipts stay: ids and hashes
 * of what was decided, and no word of it.
 *
 * @returns how many were deleted, at most `limit`.
 */
export async function eraseRequests(tx: Tx, userId: string, limit: number): Promise<number> {
  const sent = tables(tx)
    .selectFrom("syncRequest as request")
    .innerJoin("syncBatch as batch", "batch.id", "request.batchId")
    .innerJoin("device", "device.id", "batch.deviceId")
    .where("device.userId", "=", userId)
    .where("batch.status", "=", "SETTLED")
    .select("request.batchId")
    .limit(limit);
  const erased = await tables(tx)
    .deleteFrom("syncRequest")
    .where("batchId", "in", sent)
    .executeTakeFirst();
  return Number(erased.numDeletedRows);
}

/** Empties the envelopes of what the devices of an account had deferred, but of what is still to be tried. */
export async function eraseEnvelopes(tx: Tx, userId: string): Promise<void> {
  await tables(tx)
    .updateTable("deferredOperation")
    .set({ envelope: "" })
    .where("lineageId", "in", (from) =>
      from.selectFrom("deviceLineage").where("userId", "=", userId).select("id"),
    )
    .where("state", "<>", "OPEN")
    .where("envelope", "<>", "")
    .execute();
}
