import { expressionBuilder, sql } from "kysely";
import { records } from "../../platform/statements/records.ts";
import { anyOf } from "../../platform/statements/sql-parts.ts";
import { tables } from "../../tables.ts";
import type { Tx } from "../../platform/transactions/transact.ts";
import { lineText } from "./answers.ts";
import { keptOfDevice, mayBePruned, prunedBefore } from "./prunable-receipt.ts";
import { answeredBatch, receiptsOf, type StoredReceipt } from "./stored-receipts.ts";

/**
 * Locks the answers of a device's next old batches, up to the first young one, at most `limit`. The caller has locked
 * lineage and device.
 *
 * @returns their ids.
 */
export async function lockOldBatches(
  tx: Tx,
  deviceId: string,
  limit: number,
): Promise<readonly string[]> {
  const next = tables(tx)
    .selectFrom("device")
    .innerJoin("syncBatch as batch", "batch.deviceId", "device.id")
    .select(["batch.id", "batch.chainFirst", "batch.admittedAt"])
    .where("device.id", "=", deviceId)
    .whereRef("batch.chainFirst", ">", "device.prunedSeq")
    .orderBy("batch.chainFirst")
    .limit(limit);
  const judged = tables(tx)
    .selectFrom(next.as("next"))
    .select(["next.id", "next.chainFirst"])
    .select(({ eb, fn }) =>
      fn
        .agg<boolean>("bool_and", [eb("next.admittedAt", "<", prunedBefore)])
        .over((over) => over.orderBy("next.chainFirst"))
        .as("isOld"),
    );
  const rows = await tables(tx)
    .selectFrom("syncAnswers as answers")
    .innerJoin(judged.as("batch"), "batch.id", "answers.batchId")
    .select("answers.batchId")
    .where("batch.isOld", "=", true)
    .orderBy("batch.chainFirst")
    .forUpdate("answers")
    .execute();
  return rows.map(({ batchId }) => batchId);
}

/** Reads the receipts of locked batches, oldest first. */
export async function readOldReceipts(
  tx: Tx,
  batchIds: readonly string[],
): Promise<readonly StoredReceipt[]> {
  const rows = await tables(tx)
    .selectFrom("syncBatch as batch")
    .innerJoin("syncAnswers as answers", "answers.batchId", "batch.id")
    .select(answeredBatch.as("batch"))
    .where("batch.id", "=", anyOf(batchIds))
    .orderBy("batch.chainFirst")
    .execute();
  return rows.flatMap(({ batch }) => receiptsOf(batch));
}

/** Lists the given old receipts that must be kept in full now. */
export async function listToKeep(
  tx: Tx,
  receipts: readonly StoredReceipt[],
): Promise<ReadonlySet<string>> {
  const judged = tables(tx)
    .selectFrom(records(receipts, JUDGED).as("sent"))
    .innerJoin("syncBatch as batch", "batch.id", "sent.batchId")
    .select(["sent.receiptId", "sent.clientOperationId", "sent.status"])
    .select(["batch.lineageId", "batch.relationshipId", "batch.status as batchStatus"]);
  const rows = await tables(tx)
    .selectFrom(judged.as("receipt"))
    .select("receipt.receiptId")
    .where(({ not }) => not(mayBePruned))
    .execute();
  return new Set(rows.map(({ receiptId }) => receiptId));
}

const JUDGED = [
  ["receiptId", "uuid"],
  ["batchId", "uuid"],
  ["clientOperationId", "text"],
  ["status", "text"],
] as const;

/** Deletes kept receipts of a device that no longer have a reason. @returns how many. */
export async function pruneKept(tx: Tx, deviceId: string): Promise<number> {
  const { cast, val } = expressionBuilder();
  const kept = keptOfDevice(cast(val(deviceId), "uuid")).as("receipt");
  const pruned = await tables(tx)
    .deleteFrom("receiptKept")
    .where("deviceId", "=", deviceId)
    .where("chainSeq", "in", ({ selectFrom }) =>
      selectFrom(kept).select("receipt.chainSeq").where(mayBePruned),
    )
    .executeTakeFirst();
  return Number(pruned.numDeletedRows);
}

/** Copies receipts that must be kept in full, before their batch's answers are deleted. */
export async function keepReceipts(tx: Tx, receipts: readonly StoredReceipt[]): Promise<void> {
  if (receipts.length === 0) return;
  await tables(tx).insertInto("receiptKept").values(receipts.map(keptRow)).execute();
}

function keptRow(receipt: StoredReceipt) {
  const { deviceId, chainSeq, receiptId, previousHash, hash } = receipt;
  const { clientOperationId, status } = receipt;
  const line = lineText(receipt);
  return { deviceId, chainSeq, receiptId, clientOperationId, status, previousHash, hash, line };
}

/**
 * Deletes the answers of locked batches. @throws Error if fewer were deleted than given, which their locks rule out.
 */
export async function pruneAnswers(tx: Tx, batchIds: readonly string[]): Promise<void> {
  const pruned = await tables(tx)
    .deleteFrom("syncAnswers")
    .where("batchId", "=", anyOf(batchIds))
    .executeTakeFirst();
  if (Number(pruned.numDeletedRows) !== batchIds.length)
    throw new Error("Fewer answers were pruned than were locked");
}

/**
 * Stores how far a device's chain was pruned, and the digest of what is left of that part.
 *
 * @param last the newest receipt examined; null if only kept ones were deleted. A chain that was never pruned stays
 *   unchanged.
 */
export async function recordPruned(
  tx: Tx,
  deviceId: string,
  last: Pick<StoredReceipt, "chainSeq" | "hash"> | null,
): Promise<void> {
  await sql`
    update device
    set pruned_hash = coalesce(${last?.hash ?? null}, pruned_hash),
      pruned_seq = coalesce(${last?.chainSeq ?? null}::bigint, pruned_seq),
      kept_digest = (
        select encode(sha256(convert_to(coalesce(string_agg(
          kept.chain_seq || ' ' || kept.hash || chr(10), '' order by kept.chain_seq), ''), 'UTF8')), 'hex')
        from receipt_kept kept
        where kept.device_id = device.id)
    where id = ${deviceId} and coalesce(${last?.hash ?? null}, pruned_hash) is not null
  `.execute(tx.getKysely());
}
