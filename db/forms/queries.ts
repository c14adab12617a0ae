import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import type { FormAnswer, FormSummary, FormVersionAnswer } from "../../contract/forms/schema.ts";
import { FORM_LIMITS, type FormStatus } from "../../contract/forms/vocabulary.ts";
import { Refusal } from "../../contract/refusal.ts";
import { wireInstant } from "../transact.ts";
import { FormDefinition } from "./form-definition.ts";
import { FormVersion } from "./form-version.ts";

/** A form as its workspace names it. */
export interface FormKey {
  readonly workspaceId: string;
  readonly formId: string;
}

/** Newest published version of the workspace's default questionnaire, or null without one. */
export async function findDefaultVersionId(
  em: SqlEntityManager,
  workspaceId: string,
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select version.id from form_definition form
    join form_version version on version.form_id = form.id and version.version = form.latest_version
    where form.workspace_id = ${workspaceId} and form.is_workspace_default
  `.execute(em.getKysely());
  return rows[0]?.id ?? null;
}

/** A version that clients of the workspace can be asked to fill in. */
export interface AssignableVersion {
  readonly formVersionId: string;
  readonly formId: string;
  readonly version: number;
  readonly title: string;
}

/** A version by its id; null when it is of another workspace or its form is archived. */
export async function findAssignableVersion(
  em: SqlEntityManager,
  key: { readonly workspaceId: string; readonly formVersionId: string },
): Promise<AssignableVersion | null> {
  const { rows } = await sql<AssignableVersion>`
    select version.id as "formVersionId", form.id as "formId", version.version, version.title
    from form_version version join form_definition form on form.id = version.form_id
    where version.id = ${key.formVersionId} and form.workspace_id = ${key.workspaceId}
      and form.status <> 'ARCHIVED'
  `.execute(em.getKysely());
  return rows[0] ?? null;
}

/** What the list and the single form have in common. */
const summaryColumns = sql.join([
  sql`form.id as "formId", form.workspace_id as "workspaceId", form.title, form.status`,
  sql`form.is_workspace_default as "isWorkspaceDefault", form.revision`,
  sql`form.latest_version as "latestVersion", latest.id as "latestFormVersionId"`,
  sql`(latest.id is null or latest.title <> form.title or latest.content <> form.draft)
        as "hasUnpublishedChanges"`,
  sql`form.created_by_user_id as "createdByUserId"`,
  sql`${wireInstant("form.created_at")} as "createdAt"`,
  sql`${wireInstant("form.updated_at")} as "updatedAt"`,
  sql`${wireInstant("form.archived_at")} as "archivedAt"`,
]);

const withLatest = sql`
  form_definition form left join form_version latest
    on latest.form_id = form.id and latest.version = form.latest_version
`;

/** Forms of a workspace without what they ask, newest first; one more than the limit tells of more. */
export async function listForms(
  em: SqlEntityManager,
  filter: { readonly workspaceId: string; readonly status: FormStatus | null },
  page: { readonly afterId: string | null; readonly limit: number },
): Promise<readonly FormSummary[]> {
  const { workspaceId, status } = filter;
  const { rows } = await sql<FormSummary>`
    select ${summaryColumns} from ${withLatest}
    where form.workspace_id = ${workspaceId}
      and (${status}::text is null or form.status = ${status})
      and (${page.afterId}::uuid is null or form.id < ${page.afterId})
    order by form.id desc limit ${page.limit + 1}
  `.execute(em.getKysely());
  return rows;
}

/**
 * A form with its draft and its newest versions, in wire form, in one statement.
 *
 * @throws Refusal NOT_FOUND, also for a form of another workspace.
 */
export async function getForm(em: SqlEntityManager, key: FormKey): Promise<FormAnswer> {
  const { rows } = await sql<FormAnswer>`
    select ${summaryColumns}, form.draft as content, coalesce(published.list, '[]') as versions
    from ${withLatest}
    left join lateral (
      select json_agg(json_build_object('formVersionId', id, 'version', version, 'title', title,
        'publishedByUserId', published_by_user_id, 'publishedAt', ${wireInstant("published_at")})
        order by version desc) as list
      from (select * from form_version where form_id = form.id
            order by version desc limit ${FORM_LIMITS.versionsListed}) shown
    ) published on true
    where form.id = ${key.formId} and form.workspace_id = ${key.workspaceId}
  `.execute(em.getKysely());
  return found(rows[0]);
}

/** A published version in wire form. @throws Refusal NOT_FOUND, also for a form of another workspace. */
export async function getFormVersion(
  em: SqlEntityManager,
  key: FormKey & { readonly version: number },
): Promise<FormVersionAnswer> {
  const { rows } = await sql<FormVersionAnswer>`
    select version.id as "formVersionId", version.form_id as "formId", version.version,
      version.title, version.content, version.published_by_user_id as "publishedByUserId",
      ${wireInstant("version.published_at")} as "publishedAt"
    from form_version version join form_definition form on form.id = version.form_id
    where form.id = ${key.formId} and form.workspace_id = ${key.workspaceId}
      and version.version = ${key.version}
  `.execute(em.getKysely());
  return found(rows[0]);
}

/** A form as its row. @throws Refusal NOT_FOUND, also for a form of another workspace. */
export async function getFormDefinition(
  em: SqlEntityManager,
  { workspaceId, formId }: FormKey,
): Promise<FormDefinition> {
  return found(await em.findOne(FormDefinition, { id: formId, workspaceId }));
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
function found<Row>(row: Row | null | undefined): Row {
  if (row === null || row === undefined) throw new Refusal("NOT_FOUND");
  return row;
}
