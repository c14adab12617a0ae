import type { PlanAssignmentStatus } from "../../contract/plans/vocabulary.ts";
import { records } from "../records.ts";
import { tables } from "../tables.ts";
import type { Tx } from "../transact.ts";

/** What was decided for an assignment on a local day. */
export interface MaterialisedMark {
  readonly assignmentId: string;
  readonly localDate: string;
  /** ENDED once its last day has passed. */
  readonly status: PlanAssignmentStatus;
}

/** Keeps up to which local day the tasks of assignments were decided. One statement. */
export async function markMaterialised(
  tx: Tx,
  marks: readonly MaterialisedMark[],
  now: Date,
): Promise<void> {
  if (marks.length === 0) return;
  const mark = records(marks, [
    ["assignmentId", "uuid"],
    ["localDate", "date"],
    ["status", "text"],
  ]);
  await tables(tx)
    .updateTable("planAssignment as assignment")
    .from(mark.as("mark"))
    .set(({ ref }) => ({
      materialisedDate: ref("mark.localDate"),
      status: ref("mark.status"),
      updatedAt: now,
    }))
    .whereRef("assignment.id", "=", "mark.assignmentId")
    .execute();
}
