import { INBOX_LIMITS } from "../../contract/inbox/vocabulary.ts";
import { onceDaysAgo } from "../platform/clock-once.ts";
import { tables } from "../tables.ts";
import type { Tx } from "../platform/transactions/transact.ts";

/** Tasks closed 90 days ago, oldest first; locked tasks are skipped. One statement. */
export async function listOldClosedTasks(
  tx: Tx,
  limit: number,
  skip = 0,
): Promise<readonly string[]> {
  const rows = await tables(tx)
    .selectFrom("coachTask")
    .select("id")
    .where("status", "in", ["RESOLVED", "DISMISSED"])
    .where("closedAt", "<", onceDaysAgo(INBOX_LIMITS.archiveDays))
    .orderBy("closedAt")
    .limit(limit)
    .offset(skip)
    .forNoKeyUpdate()
    .skipLocked()
    .execute();
  return rows.map(({ id }) => id);
}
