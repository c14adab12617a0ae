import { tables } from "../tables.ts";
import { clockNow, type Tx } from "../transact.ts";

const HOUR_MS = 3_600_000;

/**
 * Deletes counters whose window closed more than an hour ago: the clocks of the processes that count
 * differ by less.
 *
 * @returns how many were deleted.
 */
export async function pruneRateLimits(tx: Tx, limit: number, skip = 0): Promise<number> {
  const now = await clockNow(tx);
  const oldest = tables(tx)
    .selectFrom("rateLimit")
    .select("key")
    .where("expire", "<", now.getTime() - HOUR_MS)
    .orderBy("expire")
    .limit(limit)
    .offset(skip)
    .forUpdate()
    .skipLocked();
  const pruned = await tables(tx)
    .deleteFrom("rateLimit")
    .where("key", "in", oldest)
    .executeTakeFirst();
  return Number(pruned.numDeletedRows);
}
