import { tables } from "../../tables.ts";
import type { Tx } from "../../platform/transactions/transact.ts";

/**
 * Deletes raw requests from an account's devices that are settled. Receipts stay, with ids and hashes of the
 * decisions but without content.
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

/** Empties the envelopes of an account's deferred operations, except those still to be retried. */
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
