import type { FormContent } from "../../../contract/forms/content-schema.ts";
import type { DraftState } from "../../../rules/forms/decide-draft.ts";
import type { QueryExecutor } from "../../platform/pipeline/pipeline.ts";

/** The named assignments of a relationship with the content of their newest drafts, by id. */
export async function loadDrafts(
  executor: QueryExecutor,
  relationshipId: string,
  formAssignmentIds: readonly string[],
): Promise<readonly DraftRow[]> {
  const named = executor.tables
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
  return await executor.named("draft-assignments", named);
}

/** An assignment with the content of its newest draft, and its form version. */
export type DraftRow = Omit<DraftState, "content"> & { readonly formVersionId: string };

/** Contents of form versions: each is read once, however many assignments use it. */
export async function loadContents(
  executor: QueryExecutor,
  versionIds: ReadonlySet<string>,
): Promise<ReadonlyMap<string, FormContent>> {
  if (versionIds.size === 0) return new Map();
  const contents = executor.tables
    .selectFrom("formVersion")
    .select(["id", "content"])
    .where(({ eb, fn, val }) => eb("id", "=", fn.any(val([...versionIds]))));
  const versions = await executor.named("form-contents", contents);
  return new Map(versions.map(({ id, content }) => [id, content]));
}
