import { anyOf } from "../sql-parts.ts";
import { tables } from "../tables.ts";
import type { Tx } from "../transact.ts";

/** Ends assignments whose last day has passed. One statement. */
export async function endPastAssignments(
  tx: Tx,
  assignmentIds: readonly string[],
  now: Date,
): Promise<void> {
  if (assignmentIds.length === 0) return;
  await tables(tx)
    .updateTable("planAssignment")
    .set({ status: "ENDED", updatedAt: now })
    .where("id", "=", anyOf(assignmentIds))
    .execute();
}
