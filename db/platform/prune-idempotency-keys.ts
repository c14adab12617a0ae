import { IDEMPOTENCY_KEY_DAYS } from "../../contract/privacy/vocabulary.ts";
import { secondsAgo } from "../sql-parts.ts";
import { tables } from "../tables.ts";
import type { Tx } from "../transact.ts";

/**
 * Deletes Idempotency-Keys of more than 400 days ago, oldest first.
 *
 * @returns how many were deleted.
 */
export async function pruneIdempotencyKeys(tx: Tx, limit: number, skip = 0): Promise<number> {
  const oldest = tables(tx)
    .selectFrom("idempotencyKey")
    .select(["caller", "method", "route", "key"])
    .where("createdAt", "<", secondsAgo(IDEMPOTENCY_KEY_DAYS * 86_400))
    .orderBy("createdAt")
    .limit(limit)
    .offset(skip)
    .forUpdate()
    .skipLocked()
    .$asTuple("caller", "method", "route", "key");
  const pruned = await tables(tx)
    .deleteFrom("idempotencyKey")
    .where(({ eb, refTuple }) => eb(refTuple("caller", "method", "route", "key"), "in", oldest))
    .executeTakeFirst();
  return Number(pruned.numDeletedRows);
}
