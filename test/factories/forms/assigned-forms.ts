import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { assignForm, type FormToAssign } from "../../../activities/forms/assign-form.ts";
import type { FormContent } from "../../../contract/forms/content-schema.ts";
import type { FormAssignment } from "../../../db/forms/form-assignment.ts";
import { FormDefinition } from "../../../db/forms/form-definition.ts";
import { FormVersion } from "../../../db/forms/form-version.ts";
import { lockScope } from "../../../db/platform/scopes/lock-scopes.ts";
import { newId } from "../../../db/platform/new-id.ts";
import { clockNow, transact } from "../../../db/platform/transactions/transact.ts";
import { formOf } from "./forms.ts";

/** Asks for a goal and for profile facts; pain is reported only if there is any. */
export const INTAKE: FormContent = formOf(
  { questionId: "goal", kind: "LONG_TEXT", required: true, mapsTo: "goal" },
  { questionId: "birth", kind: "DATE", mapsTo: "birthDate" },
  { questionId: "height", kind: "NUMBER", unit: "cm", min: 1, max: 300, mapsTo: "heightCm" },
  { questionId: "pain", kind: "BOOLEAN" },
  {
    questionId: "where",
    kind: "TEXT",
    required: true,
    showIf: { questionId: "pain", operator: "EQUALS", value: true },
  },
);

/** Answers that {@link INTAKE} accepts. */
export const GOOD_ANSWERS = { goal: "Run ten kilometres", height: 172, pain: false } as const;

/** Publishes a form of the workspace. Returns the id of its version. */
export async function buildFormVersion(
  em: SqlEntityManager,
  workspaceId: string,
  content: FormContent = INTAKE,
  title = "Intake",
): Promise<string> {
  const ids = { formId: newId(), versionId: newId() };
  const now = new Date();
  const fork = em.fork();
  await fork.insert(FormDefinition, {
    id: ids.formId,
    workspaceId,
    title,
    status: "PUBLISHED",
    isWorkspaceDefault: false,
    draft: content,
    revision: 1,
    latestVersion: 1,
    createdAt: now,
    updatedAt: now,
  });
  await fork.insert(FormVersion, {
    id: ids.versionId,
    formId: ids.formId,
    version: 1,
    title,
    content,
    publishedAt: now,
  });
  return ids.versionId;
}

/** The client who fills in the form; by default a new form of {@link INTAKE}. */
export interface FormRecipient {
  readonly workspaceId: string;
  readonly relationshipId: string;
}

/** Assigns a form as a coach does. */
export async function buildFormAssignment(
  em: SqlEntityManager,
  { workspaceId, relationshipId }: FormRecipient,
  changes: Partial<FormToAssign> & { readonly content?: FormContent } = {},
): Promise<FormAssignment> {
  const { content, ...more } = changes;
  const formVersionId = more.formVersionId ?? (await buildFormVersion(em, workspaceId, content));
  return await transact(em, async (tx) => {
    await lockScope(tx, relationshipId);
    return await assignForm(tx, {
      workspaceId,
      relationshipId,
      formVersionId,
      sourceType: "COACH",
      sourceId: null,
      assignedByUserId: null,
      dueAt: null,
      requestId: "factory",
      now: await clockNow(tx),
      ...more,
    });
  });
}
