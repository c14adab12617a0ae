import { createHash } from "node:crypto";
import { tables } from "../../tables.ts";
import type { Tx } from "../../platform/transactions/transact.ts";

/**
 * Deletes the answers of settled batches from an account's devices; those of unsettled batches are pruned by age.
 * Tombstones stay: ids, verdicts and hashes.
 *
 * @returns how many were deleted, at most `limit`.
 */
export async function eraseAnswers(tx: Tx, userId: string, limit: number): Promise<number> {
  const answered = tables(tx)
    .selectFrom("syncAnswers as answers")
    .innerJoin("syncBatch as batch", "batch.id", "answers.batchId")
    .innerJoin("device", "device.id", "batch.deviceId")
    .where("device.userId", "=", userId)
    .where("batch.status", "=", "SETTLED")
    .select("answers.batchId")
    .limit(limit);
  const erased = await tables(tx)
    .deleteFrom("syncAnswers")
    .where("batchId", "in", answered)
    .executeTakeFirst();
  return Number(erased.numDeletedRows);
}

/** Digest over no kept receipts, in the format that pruning stores. */
const NOTHING_KEPT = createHash("sha256").digest("hex");

/**
 * Deletes the receipts of an account's devices that were kept longer than their answers. Each chain is marked as
 * pruned up to its head, so that it verifies against what is left, which is nothing. A chain with unsettled batches
 * continues to be pruned by age.
 */
export async function eraseKept(tx: Tx, userId: string): Promise<void> {
  const rows = tables(tx);
  await rows
    .deleteFrom("receiptKept")
    .where("deviceId", "in", (from) =>
      from.selectFrom("device").where("userId", "=", userId).select("id"),
    )
    .execute();
  await rows
    .updateTable("device")
    .set({ keptDigest: NOTHING_KEPT })
    .where("userId", "=", userId)
    .where("prunedSeq", ">", 0)
    .execute();
  await rows
    .updateTable("device")
    .set(({ ref }) => ({
      prunedSeq: ref("chainSeq"),
      prunedHash: ref("chainHash"),
      keptDigest: NOTHING_KEPT,
    }))
    .where("userId", "=", userId)
    .where("chainSeq", ">", 0)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("syncBatch as batch")
            .whereRef("batch.deviceId", "=", "device.id")
            .where("batch.status", "=", "ADMITTED")
            .select("batch.id"),
        ),
      ),
    )
    .execute();
}
