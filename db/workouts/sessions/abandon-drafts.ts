import { OPEN_DRAFT_DAYS } from "../../../contract/workouts/session-vocabulary.ts";
import { onceDaysAgo } from "../../platform/clock-once.ts";
import { tables } from "../../tables.ts";
import type { Tx } from "../../transact.ts";

/**
 * Gives sessions up of which nothing was heard for 30 days, the oldest first (docs/rooms/workouts.md#abandoned). The rows
 * alone are locked: an admission that has one in hand is passed over, and one that comes later goes on with what is there.
 *
 * @returns how many.
 */
export async function abandonDrafts(tx: Tx, limit: number, skip = 0): Promise<number> {
  const oldest = tables(tx)
    .selectFrom("workoutSession")
    .select("id")
    .where("status", "=", "IN_PROGRESS")
    .where("changedAt", "<", onceDaysAgo(OPEN_DRAFT_DAYS))
    .orderBy("changedAt")
    .limit(limit)
    .offset(skip)
    .forUpdate()
    .skipLocked();
  const abandoned = await tables(tx)
    .updateTable("workoutSession")
    .set({ status: "ABANDONED" })
    .where("id", "in", oldest)
    .executeTakeFirst();
  return Number(abandoned.numUpdatedRows);
}
