import { NOTIFICATION_DAYS } from "../../contract/notifications/vocabulary.ts";
import { idMadeBefore } from "../platform/id-made-before.ts";
import { secondsAgo } from "../sql-parts.ts";
import { tables } from "../tables.ts";
import type { Tx } from "../transact.ts";

const DAY_SECONDS = 86_400;

/**
 * Deletes decisions of more than 90 days ago with their deliveries, oldest first. Ids grow with time, so
 * that the oldest are found without an index on the time; one day of leeway covers clocks that differ.
 *
 * @returns how many decisions were deleted.
 */
export async function pruneNotifications(tx: Tx, limit: number, skip = 0): Promise<number> {
  const oldest = tables(tx)
    .selectFrom("notification")
    .select("id")
    .where("id", "<", idMadeBefore(NOTIFICATION_DAYS - 1))
    .where("decidedAt", "<", secondsAgo(NOTIFICATION_DAYS * DAY_SECONDS))
    .orderBy("id")
    .limit(limit)
    .offset(skip)
    .forUpdate()
    .skipLocked();
  const pruned = await tables(tx)
    .deleteFrom("notification")
    .where("id", "in", oldest)
    .executeTakeFirst();
  return Number(pruned.numDeletedRows);
}

/** Deletes push tokens that were retired more than 90 days ago. @returns how many. */
export async function prunePushTokens(tx: Tx, limit: number, skip = 0): Promise<number> {
  const oldest = tables(tx)
    .selectFrom("pushToken")
    .select("id")
    .where("status", "=", "RETIRED")
    .where("retiredAt", "<", secondsAgo(NOTIFICATION_DAYS * DAY_SECONDS))
    .orderBy("retiredAt")
    .limit(limit)
    .offset(skip)
    .forUpdate()
    .skipLocked();
  const pruned = await tables(tx)
    .deleteFrom("pushToken")
    .where("id", "in", oldest)
    .executeTakeFirst();
  return Number(pruned.numDeletedRows);
}
