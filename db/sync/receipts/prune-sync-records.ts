import {
  FULL_RECEIPT_DAYS,
  PURGE_ORDER_DAYS,
  SCOPE_CHANGE_DAYS,
} from "../../../contract/sync/vocabulary.ts";
import { onceDaysAgo } from "../../platform/clock-once.ts";
import { idMadeBefore } from "../../platform/id-made-before.ts";
import { tables } from "../../tables.ts";
import type { Tx } from "../../transact.ts";

/**
 * Deletes what changed in scopes longer ago than any cursor lives, oldest first. A cursor from before is
 * expired by its age, and by what is missing behind it.
 *
 * @returns how many steps of scopes were deleted.
 */
export async function pruneScopeChanges(tx: Tx, limit: number, skip = 0): Promise<number> {
  const oldest = tables(tx)
    .selectFrom("scopeChange")
    .select(["relationshipId", "seq"])
    .where("changedAt", "<", onceDaysAgo(SCOPE_CHANGE_DAYS))
    .orderBy("changedAt")
    .limit(limit)
    .offset(skip)
    .forUpdate()
    .skipLocked()
    .$asTuple("relationshipId", "seq");
  const pruned = await tables(tx)
    .deleteFrom("scopeChange")
    .where(({ eb, refTuple }) => eb(refTuple("relationshipId", "seq"), "in", oldest))
    .executeTakeFirst();
  return Number(pruned.numDeletedRows);
}

/**
 * Deletes settled batches that decided nothing and of which nothing is left: no raw payload, no operation
 * that waits or may be driven again. One that has a receipt stays: history and receipts know by it device,
 * lineage and instant. Ids grow with time, so that the oldest are found by their key.
 *
 * @returns how many were deleted.
 */
export async function pruneBatches(tx: Tx, limit: number, skip = 0): Promise<number> {
  const oldest = tables(tx)
    .selectFrom("syncBatch as batch")
    .select("batch.id")
    .where("batch.id", "<", idMadeBefore(FULL_RECEIPT_DAYS - 1))
    .where("batch.admittedAt", "<", onceDaysAgo(FULL_RECEIPT_DAYS))
    .where("batch.status", "=", "SETTLED")
    .where("batch.chainFirst", "is", null)
    .where(
      ({ selectFrom }) =>
        selectFrom("syncRequest as cites")
          .select("cites.batchId")
          .whereRef("cites.batchId", "=", "batch.id"),
      "is",
      null,
    )
    .where(
      ({ selectFrom }) =>
        selectFrom("deferredOperation as cites")
          .select("cites.batchId")
          .whereRef("cites.batchId", "=", "batch.id")
          .where(({ eb, or }) =>
            or([eb("cites.state", "=", "OPEN"), eb("cites.state", "=", "QUARANTINED")]),
          )
          .limit(1),
      "is",
      null,
    )
    .orderBy("batch.id")
    .limit(limit)
    .offset(skip)
    .forUpdate()
    .skipLocked();
  const pruned = await tables(tx)
    .deleteFrom("syncBatch")
    .where("id", "in", oldest)
    .executeTakeFirst();
  return Number(pruned.numDeletedRows);
}

/** Deletes names of batches as old as their receipts, oldest first. @returns how many. */
export async function pruneClientBatches(tx: Tx, limit: number, skip = 0): Promise<number> {
  const oldest = tables(tx)
    .selectFrom("clientBatch")
    .select(["lineageId", "relationshipId", "id"])
    .where("receivedAt", "<", onceDaysAgo(FULL_RECEIPT_DAYS))
    .orderBy("receivedAt")
    .limit(limit)
    .offset(skip)
    .forUpdate()
    .skipLocked()
    .$asTuple("lineageId", "relationshipId", "id");
  const pruned = await tables(tx)
    .deleteFrom("clientBatch")
    .where(({ eb, refTuple }) => eb(refTuple("lineageId", "relationshipId", "id"), "in", oldest))
    .executeTakeFirst();
  return Number(pruned.numDeletedRows);
}

/** Deletes purge orders that were acknowledged more than 400 days ago. @returns how many. */
export async function pruneAcknowledgedOrders(tx: Tx, limit: number, skip = 0): Promise<number> {
  const oldest = tables(tx)
    .selectFrom("purgeOrder")
    .select("id")
    .where("acknowledgedAt", "<", onceDaysAgo(PURGE_ORDER_DAYS))
    .orderBy("acknowledgedAt")
    .limit(limit)
    .offset(skip)
    .forUpdate()
    .skipLocked();
  const pruned = await tables(tx)
    .deleteFrom("purgeOrder")
    .where("id", "in", oldest)
    .executeTakeFirst();
  return Number(pruned.numDeletedRows);
}

/** Deletes purge orders that were withdrawn more than 400 days ago, and never acknowledged. @returns how many. */
export async function pruneWithdrawnOrders(tx: Tx, limit: number, skip = 0): Promise<number> {
  const oldest = tables(tx)
    .selectFrom("purgeOrder")
    .select("id")
    .where("withdrawnAt", "<", onceDaysAgo(PURGE_ORDER_DAYS))
    .where("acknowledgedAt", "is", null)
    .orderBy("withdrawnAt")
    .limit(limit)
    .offset(skip)
    .forUpdate()
    .skipLocked();
  const pruned = await tables(tx)
    .deleteFrom("purgeOrder")
    .where("id", "in", oldest)
    .executeTakeFirst();
  return Number(pruned.numDeletedRows);
}
