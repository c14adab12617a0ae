import { z } from "zod";
import { archiveForm } from "../../activities/forms/archive-form.ts";
import { makeDefaultForm } from "../../activities/forms/make-default-form.ts";
import { publishForm } from "../../activities/forms/publish-form.ts";
import { formSchema, formVersionSchema, publishFormSchema } from "../../contract/forms/schema.ts";
import { idSchema } from "../../contract/wire.ts";
import { getForm, getFormVersion } from "../../db/forms/queries.ts";
import { aboutNobodyElse } from "../about.ts";
import { act, type Endpoint } from "../endpoint.ts";

const formPath = "/api/v1/workspaces/{workspaceId}/forms/{formId}";
const source = "docs/rooms/forms.md#versions-and-drafts";
const formParams = z.strictObject({ workspaceId: idSchema, formId: idSchema });

const publish = act({
  method: "POST",
  path: `${formPath}/publish`,
  name: "publishForm",
  summary: "Publish the draft as the next version; faults are listed one by one",
  source,
  access: "workspace-coach",
  params: formParams,
  body: publishFormSchema,
  answer: formVersionSchema,
  refusals: ["STATE_CONFLICT"],
  idempotency: "key",
  about: aboutNobodyElse,
  handle: async ({ tx, granted, params, body, request }) => {
    const publishedByUserId = granted.caller.userId;
    const { requestId } = request;
    const publication = { ...params, ...body, publishedByUserId, requestId };
    const version = await publishForm(tx, publication);
    return getFormVersion(tx, { ...params, version });
  },
});

const archive = act({
  method: "POST",
  path: `${formPath}/archive`,
  name: "archiveForm",
  summary:
    "Archive a form that is not the default: it can no longer be assigned, existing assignments stay",
  source,
  access: "workspace-coach",
  params: formParams,
  answer: formSchema,
  refusals: ["STATE_CONFLICT"],
  idempotency: "key",
  about: aboutNobodyElse,
  handle: async ({ tx, params }) => {
    await archiveForm(tx, params);
    return getForm(tx, params);
  },
});

const makeDefault = act({
  method: "POST",
  path: `${formPath}/make-default`,
  name: "makeFormDefault",
  summary: "Make this published form the default for new clients",
  source,
  access: "workspace-coach",
  params: formParams,
  answer: formSchema,
  refusals: ["STATE_CONFLICT"],
  changesWorkspace: true,
  idempotency: "key",
  about: aboutNobodyElse,
  handle: async ({ tx, params }) => {
    await makeDefaultForm(tx, params);
    return getForm(tx, params);
  },
});

/** Routes that publish and retire a form. */
export const formLifecycleEndpoints: readonly Endpoint[] = [publish, archive, makeDefault];
