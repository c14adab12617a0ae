import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { createForm } from "../../../activities/forms/create-form.ts";
import { publishForm } from "../../../activities/forms/publish-form.ts";
import type { FormContent } from "../../../contract/forms/content-schema.ts";
import { getFormVersion } from "../../../db/forms/queries.ts";
import { transact } from "../../../db/platform/transactions/transact.ts";
import { formOf } from "./forms.ts";
import { type BuiltCoach, ORIGIN } from "../accounts/identity.ts";

/** A form of the coach's workspace, not the default, published once; by default with one question. */
export async function buildPublishedForm(
  em: SqlEntityManager,
  { workspaceId, userId }: Pick<BuiltCoach, "workspaceId" | "userId">,
  content: FormContent = formOf({ kind: "TEXT" }),
): Promise<{ readonly formId: string; readonly formVersionId: string }> {
  const { requestId } = ORIGIN;
  return transact(em, async (tx) => {
    const form = { workspaceId, createdByUserId: userId, title: "Check-in", content };
    const key = await createForm(tx, form);
    const publication = { ...key, expectedRevision: 1, publishedByUserId: userId, requestId };
    const version = await publishForm(tx, publication);
    const { formVersionId } = await getFormVersion(tx, { ...key, version });
    return { formId: key.formId, formVersionId };
  });
}
