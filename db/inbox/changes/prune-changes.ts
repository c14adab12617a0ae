import { INBOX_LIMITS } from "../../../contract/inbox/vocabulary.ts";
import { onceAgo } from "../../platform/clock-once.ts";
import { tables } from "../../tables.ts";
import type { Tx } from "../../transact.ts";

const HOUR_SECONDS = 3_600;

/** Forgets what changed longer ago than any cursor lives, the oldest first. @returns how many changes. */
export async function pruneInboxChanges(tx: Tx, limit: number, skip = 0): Promise<number> {
  const oldest = tables(tx)
    .selectFrom("coachTaskChange")
    .select("id")
    .where("changedAt", "<", onceAgo(INBOX_LIMITS.changeHours * HOUR_SECONDS))
    .orderBy("changedAt")
    .limit(limit)
    .offset(skip)
    .forUpdate()
    .skipLocked();
  const deleted = await tables(tx)
    .deleteFrom("coachTaskChange")
    .where("id", "in", oldest)
    .executeTakeFirst();
  return Number(deleted.numDeletedRows);
}
