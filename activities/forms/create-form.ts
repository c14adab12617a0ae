import type { FormContent } from "../../contract/forms/content-schema.ts";
import { FORM_LIMITS } from "../../contract/forms/vocabulary.ts";
import { Refusal } from "../../contract/refusal.ts";
import { FormDefinition } from "../../db/forms/form-definition.ts";
import { countOpenForms, type FormKey } from "../../db/forms/queries.ts";
import { newId } from "../../db/platform/new-id.ts";
import { clockNow, type Tx } from "../../db/platform/transactions/transact.ts";

/**
 * Creates a draft form in the workspace; it cannot be assigned yet. The caller holds the workspace's lock, so that
 * the limit holds.
 *
 * @throws Refusal FORM_LIMIT_REACHED when the workspace already has the maximum number of forms.
 */
export async function createForm(tx: Tx, input: NewForm): Promise<FormKey> {
  const { workspaceId, createdByUserId, title, content } = input;
  if ((await countOpenForms(tx, workspaceId)) >= FORM_LIMITS.formsPerWorkspace) {
    throw new Refusal("FORM_LIMIT_REACHED");
  }
  const now = await clockNow(tx);
  const form = tx.create(FormDefinition, {
    id: newId(),
    workspaceId,
    title,
    status: "DRAFT",
    isWorkspaceDefault: false,
    draft: content,
    revision: 1,
    latestVersion: 0,
    createdByUserId,
    createdAt: now,
    updatedAt: now,
    archivedAt: null,
  });
  await tx.flush();
  return { workspaceId, formId: form.id };
}

/** A form to be created, and its workspace. */
export interface NewForm {
  readonly workspaceId: string;
  readonly createdByUserId: string;
  readonly title: string;
  readonly content: FormContent;
}
