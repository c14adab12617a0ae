import { sql } from "kysely";
import type { FormSource } from "../../../contract/forms/vocabulary.ts";
import type { Tx } from "../../transact.ts";

/** Which open assignments: one, or all of a relationship. */
export type OpenAssignments =
  | { readonly formAssignmentId: string }
  | { readonly relationshipId: string };

/** An assignment that was open until now. */
export interface CancelledAssignment {
  readonly id: string;
  readonly relationshipId: string;
  readonly workspaceId: string;
  readonly formVersionId: string;
  readonly sourceType: FormSource;
  readonly sourceId: string;
  readonly revision: number;
}

/** Cancels what is open, in one statement; what was submitted or cancelled before stays. By id. */
export async function cancelOpenAssignments(
  tx: Tx,
  which: OpenAssignments,
  now: Date,
): Promise<readonly CancelledAssignment[]> {
  const those =
    "relationshipId" in which
      ? sql`assignment.relationship_id = ${which.relationshipId}`
      : sql`assignment.id = ${which.formAssignmentId}`;
  const { rows } = await sql<CancelledAssignment>`
    with cancelled as (
      update form_assignment assignment
      set status = 'CANCELLED', revision = assignment.revision + 1,
          cancelled_at = ${now}, updated_at = ${now}
      from relationship
      where ${those} and relationship.id = assignment.relationship_id
        and assignment.status in ('ASSIGNED', 'IN_PROGRESS')
      returning assignment.*, relationship.workspace_id)
    select id, relationship_id as "relationshipId", workspace_id as "workspaceId",
      form_version_id as "formVersionId", source_type as "sourceType", source_id as "sourceId",
      revision
    from cancelled order by id
  `.execute(tx.getKysely());
  return rows;
}
