import type { FormContent } from "../../../contract/forms/content-schema.ts";
import type { DraftState } from "../../../rules/forms/decide-draft.ts";
import { runNamed } from "../../named-query.ts";
import { tables } from "../../tables.ts";
import type { Tx } from "../../transact.ts";

/**
 * The named assignments of a relationship with what their newest drafts remember, by id. Two statements:
 * what forms ask is read once, however many assignments are of one version.
 */
export async function loadDrafts(
  tx: Tx,
  relationshipId: string,
  formAssignmentIds: readonly string[],
): Promise<readonly DraftState[]> {
  const named = tables(tx)
    .selectFrom("formAssignment as assignment")
    .leftJoin("formDraft as draft", "draft.assignmentId", "assignment.id")
    .select((assignment) => [
      "assignment.id",
      "assignment.status",
      "assignment.revision",
      "assignment.updatedAt",
      "assignment.formVersionId",
      "draft.lineageId as changedByLineageId",
      assignment.fn
        .coalesce("draft.revisionBeforeRun", "assignment.revision")
        .as("revisionBeforeRun"),
    ])
    .where("assignment.relationshipId", "=", relationshipId)
    .where(({ eb, fn, val }) => eb("assignment.id", "=", fn.any(val(formAssignmentIds))))
    .orderBy("assignment.id");
  const rows = await runNamed(tx, "draft-assignments", named);
  const contents = await loadContents(tx, new Set(rows.map(({ formVersionId }) => formVersionId)));
  return rows.map(({ formVersionId, ...row }) => {
    const content = contents.get(formVersionId);
    if (content === undefined) throw new Error("An assignment is of a version");
    return { ...row, content };
  });
}

async function loadContents(
  tx: Tx,
  versionIds: ReadonlySet<string>,
): Promise<ReadonlyMap<string, FormContent>> {
  const contents = tables(tx)
    .selectFrom("formVersion")
    .select(["id", "content"])
    .where(({ eb, fn, val }) => eb("id", "=", fn.any(val([...versionIds]))));
  const versions = await runNamed(tx, "form-contents", contents);
  return new Map(versions.map(({ id, content }) => [id, content]));
}
