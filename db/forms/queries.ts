import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { FORM_LIMITS, type FormKind, type FormStatus } from "../../contract/forms/vocabulary.ts";
import { Refusal } from "../../contract/refusal.ts";
import { containsText } from "../platform/statements/contains-text.ts";
import {
  given,
  holds,
  instantText,
  jsonList,
  jsonObject,
} from "../platform/statements/sql-parts.ts";
import { tables } from "../tables.ts";
import { FormDefinition } from "./form-definition.ts";
import { FormVersion } from "./form-version.ts";

/** A form of a workspace, by id. */
export interface FormKey {
  readonly workspaceId: string;
  readonly formId: string;
}

/** Newest published version of the workspace's default questionnaire, or null if there is none. */
export async function findDefaultVersionId(
  em: SqlEntityManager,
  workspaceId: string,
): Promise<string | null> {
  const found = await tables(em)
    .selectFrom("formDefinition as form")
    .innerJoin("formVersion as version", (join) =>
      join
        .onRef("version.formId", "=", "form.id")
        .onRef("version.version", "=", "form.latestVersion"),
    )
    .select("version.id")
    .where("form.workspaceId", "=", workspaceId)
    .where("form.isWorkspaceDefault", "=", true)
    .executeTakeFirst();
  return found?.id ?? null;
}

/** A version by its id; null if it belongs to another workspace or its form is archived. */
export async function findAssignableVersion(
  em: SqlEntityManager,
  key: { readonly workspaceId: string; readonly formVersionId: string },
) {
  const found = await tables(em)
    .selectFrom("formVersion as version")
    .innerJoin("formDefinition as form", "form.id", "version.formId")
    .select([
      "version.id as formVersionId",
      "form.id as formId",
      "version.version",
      "version.title",
    ])
    .where("version.id", "=", key.formVersionId)
    .where("form.workspaceId", "=", key.workspaceId)
    .where("form.status", "<>", "ARCHIVED")
    .executeTakeFirst();
  return found ?? null;
}

/** The columns shared by the list and the single form, of `form` and its `latest` version. */
function forms(em: SqlEntityManager, workspaceId: string) {
  return tables(em)
    .selectFrom("formDefinition as form")
    .leftJoin("formVersion as latest", (join) =>
      join
        .onRef("latest.formId", "=", "form.id")
        .onRef("latest.version", "=", "form.latestVersion"),
    )
    .where("form.workspaceId", "=", workspaceId)
    .select((form) => [
      "form.id as formId",
      "form.workspaceId",
      "form.title",
      "form.status",
      "form.isWorkspaceDefault",
      "form.revision",
      "form.latestVersion",
      "latest.id as latestFormVersionId",
      "form.createdByUserId",
      instantText(form.ref("form.createdAt")).as("createdAt"),
      instantText(form.ref("form.updatedAt")).as("updatedAt"),
      instantText(form.ref("form.archivedAt")).as("archivedAt"),
      holds(
        form.or([
          form("latest.id", "is", null),
          form("latest.title", "<>", form.ref("form.title")),
          form("latest.content", "<>", form.ref("form.draft")),
        ]),
      ).as("hasUnpublishedChanges"),
    ]);
}

/** Forms of a workspace without their content, newest first; one more than the limit shows that there are more. */
export async function listForms(
  em: SqlEntityManager,
  { workspaceId, status, kind = null, q = null }: FormFilter,
  { afterId, limit }: { readonly afterId: string | null; readonly limit: number },
) {
  const isDefault = kind === null ? null : kind === "WORKSPACE_DEFAULT";
  return await forms(em, workspaceId)
    .where(({ eb }) => given(status, (wanted) => eb("form.status", "=", wanted)))
    .where(({ eb }) => given(isDefault, (wanted) => eb("form.isWorkspaceDefault", "=", wanted)))
    .where(({ ref }) => given(q, (text) => containsText(ref("form.title"), text)))
    .where(({ eb }) => given(afterId, (id) => eb("form.id", "<", id)))
    .orderBy("form.id", "desc")
    .limit(limit + 1)
    .execute();
}

/** Selects forms of a workspace; null for any. */
export interface FormFilter {
  readonly workspaceId: string;
  readonly status: FormStatus | null;
  readonly kind?: FormKind | null;
  /** Part of the title. */
  readonly q?: string | null;
}

/**
 * A form with its draft and its newest versions, in wire form, in one statement.
 *
 * @throws Refusal NOT_FOUND, also for a form of another workspace.
 */
export async function getForm(em: SqlEntityManager, { workspaceId, formId }: FormKey) {
  const row = await forms(em, workspaceId)
    .select((form) => [
      "form.draft as content",
      jsonList(
        form
          .selectFrom("formVersion as version")
          .select((version) =>
            jsonObject({
              formVersionId: version.ref("version.id"),
              version: version.ref("version.version"),
              title: version.ref("version.title"),
              publishedByUserId: version.ref("version.publishedByUserId"),
              publishedAt: instantText(version.ref("version.publishedAt")),
            }).as("entry"),
          )
          .whereRef("version.formId", "=", "form.id")
          .orderBy("version.version", "desc")
          .limit(FORM_LIMITS.versionsListed),
      ).as("versions"),
    ])
    .where("form.id", "=", formId)
    .executeTakeFirst();
  return orRefuse(row);
}

/** A published version in wire form. @throws Refusal NOT_FOUND, also for a form of another workspace. */
export async function getFormVersion(
  em: SqlEntityManager,
  key: FormKey & { readonly version: number },
) {
  const row = await tables(em)
    .selectFrom("formVersion as version")
    .innerJoin("formDefinition as form", "form.id", "version.formId")
    .select((version) => [
      "version.id as formVersionId",
      "version.formId",
      "version.version",
      "version.title",
      "version.content",
      "version.publishedByUserId",
      instantText(version.ref("version.publishedAt")).as("publishedAt"),
    ])
    .where("form.id", "=", key.formId)
    .where("form.workspaceId", "=", key.workspaceId)
    .where("version.version", "=", key.version)
    .executeTakeFirst();
  return orRefuse(row);
}

/** @throws Refusal NOT_FOUND unless the workspace has the form. */
export async function requireForm(
  em: SqlEntityManager,
  { workspaceId, formId }: FormKey,
): Promise<void> {
  const row = await tables(em)
    .selectFrom("formDefinition as form")
    .select("form.id")
    .where("form.id", "=", formId)
    .where("form.workspaceId", "=", workspaceId)
    .executeTakeFirst();
  orRefuse(row);
}

/** A form as its row. @throws Refusal NOT_FOUND, also for a form of another workspace. */
export async function getFormDefinition(
  em: SqlEntityManager,
  { workspaceId, formId }: FormKey,
): Promise<FormDefinition> {
  return orRefuse(await em.findOne(FormDefinition, { id: formId, workspaceId }));
}

/** The newest version of a form, or null before the first. */
export async function findLatestVersion(
  em: SqlEntityManager,
  { id, latestVersion }: FormDefinition,
): Promise<FormVersion | null> {
  return await em.findOne(FormVersion, { formId: id, version: latestVersion });
}

/** Forms of a workspace that are not archived. */
export async function countOpenForms(em: SqlEntityManager, workspaceId: string): Promise<number> {
  return await em.count(FormDefinition, { workspaceId, status: { $ne: "ARCHIVED" } });
}

/** @throws Refusal NOT_FOUND. */
function orRefuse<Row>(row: Row | null | undefined): Row {
  if (row === null || row === undefined) throw new Refusal("NOT_FOUND");
  return row;
}
