import { randomUUID } from "node:crypto";
import { type FormAnswer, formSchema, formVersionSchema } from "../../../contract/forms/schema.ts";
import type { TestApi, TestRequest } from "../../harness/api.ts";
import type { TestIssuer } from "../../harness/test-issuer.ts";
import { sectionOf } from "./forms.ts";
import { type SignedInPair, buildSignedInPair } from "../accounts/signed-in-pair.ts";
import { useApi } from "../../harness/use-api.ts";

/** A coach who works on the forms of a workspace, over HTTP. */
export interface FormDesk {
  readonly api: TestApi;
  readonly issuer: TestIssuer;
  /** The coach and their client. */
  readonly pair: SignedInPair;
  /** A coach and a client of another workspace. */
  readonly stranger: SignedInPair;
  /** Path of the workspace's forms, or of a resource below it: `/{formId}/publish`. */
  readonly path: (below?: string) => string;
  /** A call by the coach; a POST carries a fresh key by default. */
  readonly call: (
    method: string,
    below: string,
    request?: TestRequest,
  ) => ReturnType<TestApi["call"]>;
  readonly make: (body?: object) => Promise<FormAnswer>;
  readonly read: (formId: string) => Promise<FormAnswer>;
  /** Publishes the draft at a revision. */
  readonly publish: (formId: string, expectedRevision?: number) => ReturnType<TestApi["call"]>;
}

/** The body with which a coach creates a form: a question, and one that depends on it. */
export const NEW_FORM = {
  title: "Weekly check-in",
  content: {
    sections: [
      sectionOf(
        { kind: "BOOLEAN", required: true },
        {
          kind: "TEXT",
          required: true,
          showIf: { questionId: "q1", operator: "EQUALS", value: true },
        },
      ),
    ],
  },
};

/** Opens a desk on the shared API. */
export async function useFormDesk(): Promise<FormDesk> {
  const { api, issuer } = await useApi();
  const { em } = api.deps.database;
  const pair = await buildSignedInPair(em, issuer);
  const stranger = await buildSignedInPair(em, issuer);
  const path = (below = "") => `/api/v1/workspaces/${pair.workspaceId}/forms${below}`;
  const call: FormDesk["call"] = (method, below, request = {}) => {
    const key = method === "POST" ? { key: randomUUID() } : {};
    return api.call(method, path(below), { token: pair.coachToken, ...key, ...request });
  };
  return {
    api,
    issuer,
    pair,
    stranger,
    path,
    call,
    make: async (body = NEW_FORM) => formSchema.parse((await call("POST", "", { body })).data),
    read: async (formId) => formSchema.parse((await call("GET", `/${formId}`)).data),
    publish: (formId, expectedRevision = 1) =>
      call("POST", `/${formId}/publish`, { body: { expectedRevision } }),
  };
}

/** The version in the answer to a publication. */
export const versionOf = ({ data }: { readonly data: unknown }) => formVersionSchema.parse(data);

/** Pointer and code of each validation error. */
export function faultsOf({ body }: { readonly body: Record<string, unknown> }): unknown {
  const { errors } = body;
  return Array.isArray(errors)
    ? errors.map(
        ({ pointer, code }: Record<string, unknown>) => `${String(pointer)} ${String(code)}`,
      )
    : errors;
}
