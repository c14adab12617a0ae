import { FULL_RECEIPT_DAYS } from "../../../contract/sync/vocabulary.ts";
import { operationKey } from "../../platform/statements/operation-key.ts";
import { onceDaysAgo } from "../../platform/clock-once.ts";
import { tables } from "../../tables.ts";
import type { Tx } from "../../platform/transactions/transact.ts";
import { isFull } from "./stored-receipts.ts";

/**
 * Deletes old replacements of operations whose answers are pruned. Their receipts then record that another operation
 * replaced them. It is one statement, so that an admission knows it before and after.
 *
 * @returns how many were deleted.
 */
export async function pruneReplacements(tx: Tx, limit: number, skip = 0): Promise<number> {
  const pruned = await tables(tx)
    .with(
      (part) => part("old").materialized(),
      (from) =>
        from
          .selectFrom("operationReplacement as replacement")
          .innerJoinLateral(
            (of) =>
              of
                .selectFrom("receipt")
                .select(["opKey", "receiptId"])
                .where("opKey", "=", operationKey("replacement"))
                .limit(1)
                .as("known"),
            (on) => on.onTrue(),
          )
          .select(["replacement.lineageId", "replacement.relationshipId"])
          .select(["replacement.clientOperationId", "known.opKey"])
          .where("replacement.createdAt", "<", onceDaysAgo(FULL_RECEIPT_DAYS))
          .where(({ not }) => not(isFull("known.receipt_id")))
          .orderBy("replacement.createdAt")
          .limit(limit)
          .offset(skip)
          .forUpdate("replacement")
          .skipLocked(),
    )
    .with("told", (from) =>
      from
        .updateTable("receipt")
        .from("old")
        .set(({ fn, neg }) => ({ verdict: neg(fn<number>("abs", ["receipt.verdict"])) }))
        .whereRef("receipt.opKey", "=", "old.opKey"),
    )
    .deleteFrom("operationReplacement as replacement")
    .using("old")
    .whereRef("replacement.lineageId", "=", "old.lineageId")
    .whereRef("replacement.relationshipId", "=", "old.relationshipId")
    .whereRef("replacement.clientOperationId", "=", "old.clientOperationId")
    .executeTakeFirst();
  return Number(pruned.numDeletedRows);
}
