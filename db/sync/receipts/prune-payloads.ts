import { RAW_PAYLOAD_DAYS } from "../../../contract/sync/support/support-vocabulary.ts";
import { onceDaysAgo } from "../../platform/clock-once.ts";
import { deleteOldest } from "../../platform/pruning/delete-oldest.ts";
import { tables } from "../../tables.ts";
import type { Tx } from "../../platform/transactions/transact.ts";

/**
 * Deletes requests older than 90 days, oldest first. Ids of batches grow with time: `before` is an id of that time,
 * so that only the oldest rows are read.
 *
 * @returns how many were deleted.
 */
export async function prunePayloads(
  tx: Tx,
  {
    before,
    limit,
    skip,
  }: { readonly before: string; readonly limit: number; readonly skip: number },
): Promise<number> {
  const prune = deleteOldest("syncRequest", ["batchId"], (old) =>
    old.where("batchId", "<", before).where("receivedAt", "<", keptSince).orderBy("batchId"),
  );
  return await prune(tx, limit, skip);
}

/** The instant before which no raw data is kept. */
const keptSince = onceDaysAgo(RAW_PAYLOAD_DAYS);

/**
 * Empties the envelopes of operations deferred more than 90 days ago, oldest first, unless one is still to be
 * retried. Their outcome stays.
 *
 * @returns how many were emptied.
 */
export async function pruneEnvelopes(tx: Tx, limit: number, skip = 0): Promise<number> {
  const oldest = tables(tx)
    .selectFrom("deferredOperation")
    .select(["lineageId", "relationshipId", "clientOperationId"])
    .where("state", "<>", "OPEN")
    .where("envelope", "<>", "")
    .where("createdAt", "<", keptSince)
    .orderBy("createdAt")
    .limit(limit)
    .offset(skip)
    .forUpdate()
    .skipLocked();
  const emptied = await tables(tx)
    .updateTable("deferredOperation as deferral")
    .from(oldest.as("old"))
    .set({ envelope: "" })
    .whereRef("deferral.lineageId", "=", "old.lineageId")
    .whereRef("deferral.relationshipId", "=", "old.relationshipId")
    .whereRef("deferral.clientOperationId", "=", "old.clientOperationId")
    .executeTakeFirst();
  return Number(emptied.numUpdatedRows);
}
