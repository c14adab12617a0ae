import { sql } from "kysely";
import type { PlanAssignmentStatus } from "../../contract/plans/vocabulary.ts";
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
  await sql`
    update plan_assignment assignment
    set materialised_date = mark."localDate", status = mark.status, updated_at = ${now}
    from json_to_recordset(${JSON.stringify(marks)}::json) as mark (
      "assignmentId" uuid, "localDate" date, status text)
    where assignment.id = mark."assignmentId"
  `.execute(tx.getKysely());
}
