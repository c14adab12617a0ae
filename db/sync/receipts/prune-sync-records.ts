import {
  FULL_RECEIPT_DAYS,
  PURGE_ORDER_DAYS,
  SCOPE_CHANGE_DAYS,
} from "../../../contract/sync/vocabulary.ts";
import { onceDaysAgo } from "../../platform/clock-once.ts";
import { deleteOldest } from "../../platform/pruning/delete-oldest.ts";
import { idMadeBefore } from "../../platform/id-made-before.ts";

/**
 * Deletes scope changes older than any cursor can be, oldest first. An older cursor is expired by its age, and by the
 * gap after it.
 *
 * @returns how many scope changes were deleted.
 */
export const pruneScopeChanges = deleteOldest("scopeChange", ["relationshipId", "seq"], (old) =>
  old.where("changedAt", "<", onceDaysAgo(SCOPE_CHANGE_DAYS)).orderBy("changedAt"),
);

/**
 * Deletes settled batches without a receipt of which nothing is left: no raw payload, and no operation that waits or
 * may be redriven. A batch with a receipt stays, because history and receipts find device, lineage and instant
 * through it. Ids grow with time, so that the oldest are found by their key.
 *
 * @returns how many were deleted.
 */
export const pruneBatches = deleteOldest("syncBatch", ["id"], (old) =>
  old
    .where("old.id", "<", idMadeBefore(FULL_RECEIPT_DAYS - 1))
    .where("old.admittedAt", "<", onceDaysAgo(FULL_RECEIPT_DAYS))
    .where("old.status", "=", "SETTLED")
    .where("old.chainFirst", "is", null)
    .where(
      ({ selectFrom }) =>
        selectFrom("syncRequest as cites")
          .select("cites.batchId")
          .whereRef("cites.batchId", "=", "old.id"),
      "is",
      null,
    )
    .where(
      ({ selectFrom }) =>
        selectFrom("deferredOperation as cites")
          .select("cites.batchId")
          .whereRef("cites.batchId", "=", "old.id")
          .where(({ eb, or }) =>
            or([eb("cites.state", "=", "OPEN"), eb("cites.state", "=", "QUARANTINED")]),
          )
          .limit(1),
      "is",
      null,
    )
    .orderBy("old.id"),
);

/** Deletes names of batches as old as pruned receipts, oldest first. @returns how many. */
export const pruneClientBatches = deleteOldest(
  "clientBatch",
  ["lineageId", "relationshipId", "id"],
  (old) => old.where("receivedAt", "<", onceDaysAgo(FULL_RECEIPT_DAYS)).orderBy("receivedAt"),
);

/** Deletes purge orders that were acknowledged more than 400 days ago. @returns how many. */
export const pruneAcknowledgedOrders = deleteOldest("purgeOrder", ["id"], (old) =>
  old.where("acknowledgedAt", "<", onceDaysAgo(PURGE_ORDER_DAYS)).orderBy("acknowledgedAt"),
);

/** Deletes purge orders that were withdrawn more than 400 days ago, and never acknowledged. @returns how many. */
export const pruneWithdrawnOrders = deleteOldest("purgeOrder", ["id"], (old) =>
  old
    .where("withdrawnAt", "<", onceDaysAgo(PURGE_ORDER_DAYS))
    .where("acknowledgedAt", "is", null)
    .orderBy("withdrawnAt"),
);
