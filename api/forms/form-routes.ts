import { z } from "zod";
import { createForm } from "../../activities/forms/create-form.ts";
import { saveFormDraft } from "../../activities/forms/save-form-draft.ts";
import {
  createFormSchema,
  formPageSchema,
  formPreviewSchema,
  formSchema,
  formVersionSchema,
  listFormsQuerySchema,
  previewFormSchema,
  saveFormDraftSchema,
} from "../../contract/forms/schema.ts";
import { FORM_LIMITS } from "../../contract/forms/vocabulary.ts";
import { idSchema } from "../../contract/wire.ts";
import { getForm, getFormVersion, listForms } from "../../db/forms/queries.ts";
import { aboutNobodyElse } from "../about.ts";
import { act, type Endpoint, read } from "../endpoint.ts";
import { readIdPage } from "../id-page.ts";
import { taggedAnswer } from "../tagged-answer.ts";
import { presentPreview } from "./present-preview.ts";

const formsPath = "/api/v1/workspaces/{workspaceId}/forms";
const formPath = `${formsPath}/{formId}`;
const source = "docs/rooms/forms.md#versions-and-drafts";
const workspaceParams = z.strictObject({ workspaceId: idSchema });
const formParams = workspaceParams.extend({ formId: idSchema });
const versionParams = formParams.extend({
  version: z.coerce
    .number()
    .int()
    .min(1)
    .max(2 ** 31 - 1),
});
const bodyLimit = FORM_LIMITS.bodyBytes;

const makeForm = act({
  method: "POST",
  path: formsPath,
  name: "createForm",
  summary: "Create a form, as a draft",
  source,
  access: "workspace-coach",
  params: workspaceParams,
  body: createFormSchema,
  bodyLimit,
  answer: formSchema,
  status: 201,
  refusals: ["FORM_LIMIT_REACHED"],
  changesWorkspace: true,
  idempotency: "key",
  about: aboutNobodyElse,
  handle: async ({ tx, granted, body }) => {
    const { workspaceId } = granted.workspace;
    const createdByUserId = granted.caller.userId;
    return getForm(tx, await createForm(tx, { workspaceId, createdByUserId, ...body }));
  },
});

const readForms = read({
  method: "GET",
  path: formsPath,
  name: "listForms",
  summary: "Forms of the workspace, newest first, without their questions",
  source,
  access: "workspace-coach",
  params: workspaceParams,
  query: listFormsQuerySchema,
  answer: formPageSchema,
  tagged: true,
  handle: async ({ em, granted, query, deps, knownTags }) => {
    const { workspaceId } = granted.workspace;
    const { status = null, kind = null, q = null } = query;
    const filter = { status, kind, q };
    const list = { deps, scope: `forms:${workspaceId}:${JSON.stringify(filter)}` };
    const { rows, nextCursor } = await readIdPage(list, query, async (page) => {
      const forms = await listForms(em, { workspaceId, ...filter }, page);
      return forms.map((form) => ({ id: form.formId, form }));
    });
    const answer = { items: rows.map(({ form }) => form), nextCursor };
    return taggedAnswer(formPageSchema, answer, knownTags);
  },
});

const readForm = read({
  method: "GET",
  path: formPath,
  name: "readForm",
  summary: "One form with its draft and its newest versions",
  source,
  access: "workspace-coach",
  params: formParams,
  answer: formSchema,
  handle: ({ em, params }) => getForm(em, params),
});

const readVersion = read({
  method: "GET",
  path: `${formPath}/versions/{version}`,
  name: "readFormVersion",
  summary: "One version of a form, as clients fill it in",
  source,
  access: "workspace-coach",
  params: versionParams,
  answer: formVersionSchema,
  handle: ({ em, params }) => getFormVersion(em, params),
});

const saveDraft = act({
  method: "PUT",
  path: `${formPath}/draft`,
  name: "replaceFormDraft",
  summary: "Replace the draft of a form; published versions stay",
  source,
  access: "workspace-coach",
  params: formParams,
  body: saveFormDraftSchema,
  bodyLimit,
  answer: formSchema,
  refusals: ["STATE_CONFLICT"],
  idempotency: "none",
  handle: async ({ tx, params, body }) => {
    await saveFormDraft(tx, { ...params, ...body });
    return getForm(tx, params);
  },
});

const preview = read({
  method: "POST",
  path: `${formPath}/preview`,
  name: "previewForm",
  summary: "Preview the draft as a client would see it with these answers; nothing is stored",
  source,
  access: "workspace-coach",
  params: formParams,
  body: previewFormSchema,
  bodyLimit,
  answer: formPreviewSchema,
  handle: async ({ em, params, body }) => presentPreview(await getForm(em, params), body.answers),
});

/** Routes that write and read a workspace's forms. */
export const formEndpoints: readonly Endpoint[] = [
  makeForm,
  readForms,
  readForm,
  readVersion,
  saveDraft,
  preview,
];
