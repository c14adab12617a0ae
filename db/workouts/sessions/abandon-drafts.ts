import { OPEN_DRAFT_DAYS } from "../../../contract/workouts/session-vocabulary.ts";
import { onceDaysAgo } from "../../platform/clock-once.ts";
import { tables } from "../../tables.ts";
import type { Tx } from "../../platform/transactions/transact.ts";

/**
 * Abandons sessions without any news for 30 days, oldest first (docs/rooms/workouts.md#abandoned). Only the rows are
 * locked: one that an admission has locked is skipped, and a later admission continues with the abandoned state.
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
