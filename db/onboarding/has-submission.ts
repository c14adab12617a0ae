import { sql } from "kysely";
import type { Tx } from "../transact.ts";
import type { LockedTask } from "./locked-task.ts";

/** Whether this is what was submitted to the form assignment of a task; no answer is read. */
export async function hasSubmission(
  tx: Tx,
  { formAssignmentId, relationshipId }: Pick<LockedTask, "formAssignmentId" | "relationshipId">,
  submissionId: string,
): Promise<boolean> {
  const { rows } = await sql`
    select s.id
      from form_submission s
      join form_assignment a on a.id = s.assignment_id and a.form_version_id = s.form_version_id
     where s.id = ${submissionId} and a.id = ${formAssignmentId}::uuid
       and s.relationship_id = ${relationshipId} and a.status = 'SUBMITTED'
  `.execute(tx.getKysely());
  return rows.length === 1;
}
