import { sql } from "kysely";
import { tables } from "../../tables.ts";
import type { Tx } from "../../transact.ts";
import { lineText } from "./answers.ts";
import { keptOfDevice, mayBePruned, prunedBefore } from "./prunable-receipt.ts";
import {
  answeredBatch,
  receiptsOf,
  type AnsweredBatch,
  type StoredReceipt,
} from "./stored-receipts.ts";

/**
 * Locks the answers of a device's next old batches, up to the first that is young, at most `limit`. The caller
 * holds lineage and device.
 *
 * @returns their ids.
 */
export async function lockOldBatches(
  tx: Tx,
  deviceId: string,
  limit: number,
): Promise<readonly string[]> {
  const { rows } = await sql<{ batchId: string }>`
    select answers.batch_id as "batchId"
    from sync_answers answers join (
      select next.id, next.chain_first,
        bool_and(next.admitted_at < ${prunedBefore}) over (order by next.chain_first) as old
      from (
        select batch.id, batch.chain_first, batch.admitted_at
        from device join sync_batch batch on batch.device_id = device.id
        where device.id = ${deviceId} and batch.chain_first > device.pruned_seq
        order by batch.chain_first limit ${limit}
      ) next
    ) batch on batch.id = answers.batch_id
    where batch.old
    order by batch.chain_first
    for update of answers
  `.execute(tx.getKysely());
  return rows.map(({ batchId }) => batchId);
}

/** Reads the receipts of locked batches, oldest first. */
export async function readOldReceipts(
  tx: Tx,
  batchIds: readonly string[],
): Promise<readonly StoredReceipt[]> {
  const { rows } = await sql<{ batch: AnsweredBatch }>`
    select ${answeredBatch} as batch
    from sync_batch batch join sync_answers answers on answers.batch_id = batch.id
    where batch.id = any(${batchIds}::uuid[])
    order by batch.chain_first
  `.execute(tx.getKysely());
  return rows.flatMap(({ batch }) => receiptsOf(batch));
}

/** Those of some old receipts that have to stay full, as of now. */
export async function listToKeep(
  tx: Tx,
  receipts: readonly StoredReceipt[],
): Promise<ReadonlySet<string>> {
  const judged = receipts.map(({ receiptId, batchId, clientOperationId, status }) => {
    return { receiptId, batchId, clientOperationId, status };
  });
  const { rows } = await sql<{ receiptId: string }>`
    select receipt.receipt_id as "receiptId"
    from (
      select row."receiptId" as receipt_id, row."clientOperationId" as client_operation_id, row.status,
        batch.lineage_id, batch.relationship_id, batch.status as batch_status
      from json_to_recordset(${JSON.stringify(judged)}::json) as row (
        "receiptId" uuid, "batchId" uuid, "clientOperationId" text, status text)
      join sync_batch batch on batch.id = row."batchId"
    ) receipt
    where not ${mayBePruned}
  `.execute(tx.getKysely());
  return new Set(rows.map(({ receiptId }) => receiptId));
}

/** Takes kept receipts of a device away that nothing keeps any more. @returns how many. */
export async function pruneKept(tx: Tx, deviceId: string): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from receipt_kept where device_id = ${deviceId} and chain_seq in (
      select receipt.chain_seq from ${keptOfDevice(sql`${deviceId}::uuid`)} receipt where ${mayBePruned})
  `.execute(tx.getKysely());
  return Number(numAffectedRows ?? 0n);
}

/** Copies receipts that have to stay full, before their batch's answers go. */
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

/** Takes the answers of locked batches away. @throws Error when fewer went than given, a fault under the lock. */
export async function pruneAnswers(tx: Tx, batchIds: readonly string[]): Promise<void> {
  const { numAffectedRows } = await sql`
    delete from sync_answers where batch_id = any(${batchIds}::uuid[])
  `.execute(tx.getKysely());
  if (Number(numAffectedRows ?? 0n) !== batchIds.length)
    throw new Error("Fewer answers were pruned than were locked");
}

/** Notes how far a device's chain was looked through, and what is left of it until there. */
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
    where id = ${deviceId}
  `.execute(tx.getKysely());
}
