import { FormDefinition } from "../../db/forms/form-definition.ts";
import { FormVersion } from "../../db/forms/form-version.ts";
import { newId } from "../../db/platform/new-id.ts";
import type { Tx } from "../../db/platform/transactions/transact.ts";
import { DEFAULT_QUESTIONNAIRE } from "../../rules/forms/default-questionnaire.ts";

/**
 * Publishes the default questionnaire of a new workspace. It has no event of its own. The caller has already written
 * the workspace.
 */
export async function seedDefaultForm(
  tx: Tx,
  { workspaceId, now }: { readonly workspaceId: string; readonly now: Date },
): Promise<{ readonly formVersionId: string }> {
  const { title, content } = DEFAULT_QUESTIONNAIRE;
  const form = tx.create(FormDefinition, {
    id: newId(),
    workspaceId,
    title,
    status: "PUBLISHED",
    isWorkspaceDefault: true,
    draft: content,
    revision: 1,
    latestVersion: 1,
    createdByUserId: null,
    createdAt: now,
    updatedAt: now,
    archivedAt: null,
  });
  const version = tx.create(FormVersion, {
    id: newId(),
    formId: form.id,
    version: 1,
    title,
    content,
    publishedByUserId: null,
    publishedAt: now,
  });
  await tx.flush();
  return { formVersionId: version.id };
}
