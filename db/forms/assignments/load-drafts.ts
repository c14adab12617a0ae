import { sql } from "kysely";
import type { FormContent } from "../../../contract/forms/content-schema.ts";
import type { DraftState } from "../../../rules/forms/decide-draft.ts";
import { wireInstant, type Tx } from "../../transact.ts";

interface DraftRow extends Omit<DraftState, "updatedAt" | "content"> {
  readonly updatedAt: string;
  readonly formVersionId: string;
}

/**
 * The named assignments of a relationship with what their newest drafts remember, by id. Two statements:
 * what forms ask is read once, however many assignments are of one version.
 */
export async function loadDrafts(
  tx: Tx,
  relationshipId: string,
  formAssignmentIds: readonly string[],
): Promise<readonly DraftState[]> {
  const { rows } = await sql<DraftRow>`/* named: draft-assignments */
    select assignment.id, assignment.status, assignment.revision,
      ${wireInstant("assignment.updated_at")} as "updatedAt",
      assignment.form_version_id as "formVersionId", draft.lineage_id as "changedByLineageId",
      coalesce(draft.revision_before_run, assignment.revision) as "revisionBeforeRun"
    from form_assignment assignment
    left join form_draft draft on draft.assignment_id = assignment.id
    where assignment.relationship_id = ${relationshipId}
      and assignment.id = any(${formAssignmentIds}::uuid[])
    order by assignment.id
  `.execute(tx.getKysely());
  const contents = await loadContents(tx, new Set(rows.map(({ formVersionId }) => formVersionId)));
  return rows.map(({ formVersionId, updatedAt, ...row }) => {
    const content = contents.get(formVersionId);
    if (content === undefined) throw new Error("An assignment is of a version");
    return { ...row, content, updatedAt: new Date(updatedAt) };
  });
}

async function loadContents(
  tx: Tx,
  versionIds: ReadonlySet<string>,
): Promise<ReadonlyMap<string, FormContent>> {
  const { rows } = await sql<{ id: string; content: FormContent }>`/* named: form-contents */
    select id, content from form_version where id = any(${[...versionIds]}::uuid[])
  `.execute(tx.getKysely());
  return new Map(rows.map(({ id, content }) => [id, content]));
}
