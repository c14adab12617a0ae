import { MEDIA_ACCESS_DAYS } from "../../../contract/exercises/media-vocabulary.ts";
import { onceDaysAgo } from "../../platform/clock-once.ts";
import { deleteOldest } from "../../platform/pruning/delete-oldest.ts";
import { tables } from "../../tables.ts";
import type { Tx } from "../../platform/transactions/transact.ts";

/** Deletes accesses that have long left every window, with their ends, oldest first. @returns how many. */
export async function pruneAccesses(tx: Tx, limit: number, skip = 0): Promise<number> {
  const oldest = tables(tx)
    .selectFrom("mediaAccess")
    .select("id")
    .where("accessedAt", "<", onceDaysAgo(MEDIA_ACCESS_DAYS))
    .orderBy("accessedAt")
    .limit(limit)
    .offset(skip)
    .forUpdate()
    .skipLocked();
  const deleted = await tables(tx)
    .with("oldest", () => oldest)
    .with("ended", (within) =>
      within
        .deleteFrom("mediaAccessEnd")
        .where("accessId", "in", (from) => from.selectFrom("oldest").select("oldest.id")),
    )
    .deleteFrom("mediaAccess")
    .where("id", "in", (from) => from.selectFrom("oldest").select("oldest.id"))
    .executeTakeFirst();
  return Number(deleted.numDeletedRows);
}

/** Deletes account readings as old as these accesses, oldest first. @returns how many. */
export const pruneSnapshots = deleteOldest("usageSnapshot", ["id"], (old) =>
  old.where("capturedAt", "<", onceDaysAgo(MEDIA_ACCESS_DAYS)).orderBy("capturedAt"),
);
