import { anyOf } from "../../platform/statements/sql-parts.ts";
import type { Tx } from "../../platform/transactions/transact.ts";
import { tables } from "../../tables.ts";

/**
 * Lets open assignments stop following their plan. The caller has locked their scopes, in which nobody else changes
 * them. One statement.
 */
export async function exceptAssignments(
  tx: Tx,
  assignmentIds: readonly string[],
  { revision, byUserId, at }: Exception,
): Promise<void> {
  if (assignmentIds.length === 0) return;
  await tables(tx)
    .updateTable("planAssignment")
    .set({
      followsNewer: false,
      exceptedRevision: revision,
      exceptedByUserId: byUserId,
      exceptedAt: at,
      updatedAt: at,
    })
    .where("id", "=", anyOf(assignmentIds))
    .execute();
}

/** The publication that some clients are excepted from. */
export interface Exception {
  readonly revision: number;
  readonly byUserId: string;
  readonly at: Date;
}
