import { type Api, answer } from "../api/api-client.ts";
import type { components } from "../api/routes.d.ts";
import type { Form, FormPlace } from "./forms-query.ts";

/** Creates a form as a draft. @throws Problem */
export async function createForm(
  api: Api,
  { workspaceId, body, key }: Keyed<{ readonly workspaceId: string; readonly body: NewForm }>,
): Promise<Form> {
  return await answer(
    api.POST("/api/v1/workspaces/{workspaceId}/forms", {
      params: { path: { workspaceId }, header: { "Idempotency-Key": key } },
      body,
    }),
  );
}

export type NewForm = components["schemas"]["CreateForm"];

/** Archives a form, or makes it the default for new clients. @throws Problem */
export async function changeForm(
  api: Api,
  { place, act, key }: Keyed<{ readonly place: FormPlace; readonly act: FormAct }>,
): Promise<Form> {
  return await answer(
    api.POST(PATHS[act], { params: { path: place, header: { "Idempotency-Key": key } } }),
  );
}

/** Acts on a form as a whole. */
export type FormAct = keyof typeof PATHS;

const PATHS = {
  ARCHIVE: "/api/v1/workspaces/{workspaceId}/forms/{formId}/archive",
  MAKE_DEFAULT: "/api/v1/workspaces/{workspaceId}/forms/{formId}/make-default",
} as const;

/** An act with its idempotency key: the same for each try. */
type Keyed<Request> = Request & { readonly key: string };
