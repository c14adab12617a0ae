import { randomUUID } from "node:crypto";
import { planSchema } from "../../../contract/plans/schema.ts";
import type { TestAnswer, TestRequest } from "../../harness/api.ts";
import { planBodies } from "./plans.ts";
import { buildSignedInPair, type SignedInPair } from "../accounts/signed-in-pair.ts";
import { useApi } from "../../harness/use-api.ts";

/** Opens a desk with a coach on the shared API. */
export async function usePlanDesk() {
  const { api, issuer } = await useApi();
  const { em } = api.deps.database;
  let pair: SignedInPair = await buildSignedInPair(em, issuer);
  /** A call below the plans of the workspace; by default with a fresh key. */
  const call = (method: string, path = "", request: TestRequest = {}) => {
    const key = method === "GET" ? {} : { key: randomUUID() };
    const at = `/api/v1/workspaces/${pair.workspaceId}/plans${path}`;
    return api.call(method, at, { token: pair.coachToken, ...key, ...request });
  };
  return {
    call,
    rows: () => em.fork(),
    pair: () => pair,
    /** Replaces the coach, because of the limit on requests per person. */
    anew: async () => {
      pair = await buildSignedInPair(em, issuer);
    },
    make: async (content: object = planBodies.meal, publish = false) =>
      planOf(await call("POST", "", { body: { content, publish } })),
    read: async (planId: string) => planOf(await call("GET", `/${planId}`)),
    save: (planId: string, expectedDraftRevision: number, content: object) =>
      call("PUT", `/${planId}/draft`, { body: { content, expectedDraftRevision } }),
    publish: (planId: string, expectedDraftRevision: number, request: TestRequest = {}) =>
      call("POST", `/${planId}/publish`, { body: { expectedDraftRevision }, ...request }),
    copy: (planId: string) => call("POST", `/${planId}/copy`),
    /** Assigns a plan to the coach's client. */
    assign: (planId: string) =>
      api.call(
        "POST",
        `/api/v1/workspaces/${pair.workspaceId}/relationships/${pair.relationshipId}/plan-assignments`,
        {
          token: pair.coachToken,
          key: randomUUID(),
          body: { planId },
        },
      ),
    /** Another coach with a client of theirs. */
    stranger: () => buildSignedInPair(em, issuer),
    archive: (planId: string) => call("POST", `/${planId}/archive`),
  };
}

/** The plan in an answer. */
export const planOf = ({ data }: TestAnswer) => planSchema.parse(data);

/** Status and code of a refusal. */
export const codeOf = ({ status, body }: TestAnswer) => `${status} ${String(body["code"])}`;
