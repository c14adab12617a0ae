import { OPEN_ASSIGNMENT_STATUSES } from "../../contract/plans/vocabulary.ts";
import { tables } from "../tables.ts";
import type { Tx } from "../platform/transactions/transact.ts";

/** Ends all open assignments of a relationship. Returns their ids, ordered. */
export async function endActiveAssignments(
  tx: Tx,
  relationshipId: string,
  now: Date,
): Promise<readonly string[]> {
  const ended = await tables(tx)
    .updateTable("planAssignment")
    .set({ status: "ENDED", updatedAt: now })
    .where("relationshipId", "=", relationshipId)
    .where("status", "in", OPEN_ASSIGNMENT_STATUSES)
    .returning("id")
    .execute();
  return ended.map(({ id }) => id).toSorted();
}
