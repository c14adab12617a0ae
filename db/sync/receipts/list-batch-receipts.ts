import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { anyOf } from "../../sql-parts.ts";
import { tables } from "../../tables.ts";

/** A receipt of a batch, as the feed is told of it. */
export type BatchReceipt = Awaited<ReturnType<typeof listBatchReceipts>>[number];

/** The receipts of some batches, in the order of each device's chain. */
export async function listBatchReceipts(em: SqlEntityManager, batchIds: readonly string[]) {
  return await tables(em)
    .selectFrom("syncBatch as batch")
    .innerJoin("syncOperation as receipt", (join) =>
      join
        .onRef("receipt.deviceId", "=", "batch.deviceId")
        .onRef("receipt.chainSeq", ">=", "batch.chainFirst")
        .onRef("receipt.chainSeq", "<=", "batch.chainLast"),
    )
    .select([
      "batch.id as batchId",
      "batch.relationshipId",
      "receipt.receiptId",
      "receipt.type",
      "receipt.status",
      "receipt.code",
    ])
    .where("batch.id", "=", anyOf(batchIds))
    .orderBy("batch.id")
    .orderBy("receipt.chainSeq")
    .execute();
}
