import { randomUUID } from "node:crypto";
import { submittedFormSchema } from "../../../contract/forms/assignment-schema.ts";
import { sql } from "kysely";
import { firstRow } from "../../../db/platform/transactions/transact.ts";
import { onboardingActorId } from "../../../rules/onboarding/onboarding-actor-id.ts";
import type { TestAnswer, TestApi, TestRequest } from "../../harness/api.ts";
import type { TestIssuer } from "../../harness/test-issuer.ts";
import { DEFAULT_ANSWERS } from "../forms/forms.ts";
import type { Onboarded } from "./onboarding-life.ts";
import { type SignedInPair, buildSignedInPair } from "../accounts/signed-in-pair.ts";
import { useOwnDatabase } from "../../harness/database.ts";
import { useApi } from "../../harness/use-api.ts";

/** A client in onboarding who is signed in, and the coach. */
export interface OnboardedPair extends SignedInPair, Onboarded {}

/** A client's onboarding over HTTP. */
export interface OnboardingDesk {
  readonly api: TestApi;
  readonly issuer: TestIssuer;
  /** A new client whose questionnaire is ready. */
  readonly enter: (options?: Parameters<typeof buildSignedInPair>[2]) => Promise<OnboardedPair>;
  readonly read: (client: OnboardedPair, query?: string) => Promise<TestAnswer>;
  readonly list: (client: OnboardedPair) => Promise<TestAnswer>;
  /** A call to a route of the task; by default with a fresh key. */
  readonly open: Act;
  readonly skip: Act;
  readonly completeFromForm: Act;
  readonly complete: Act;
  /** Submits the questionnaire. Returns the id of the submission. */
  readonly submit: (client: OnboardedPair) => Promise<string>;
}
type Act = (client: OnboardedPair, body: unknown, request?: TestRequest) => Promise<TestAnswer>;

/** The paths of a task's routes. */
export const taskPaths = (taskId: string) => ({
  open: `/api/v1/client/onboarding/tasks/${taskId}/open`,
  skip: `/api/v1/client/onboarding/tasks/${taskId}/skip`,
  completeFromForm: `/api/v1/client/onboarding/tasks/${taskId}/complete-from-form`,
  complete: `/api/v1/client-onboarding/tasks/${taskId}/complete`,
});

/** The body with which a client opens a task. */
export const OPENING = { clientTimestamp: "2026-01-01T08:00:00.000Z" };

/** Opens a desk on the shared API. */
export async function useOnboardingDesk(): Promise<OnboardingDesk> {
  // Its files look for inconsistencies among all rows.
  const { api, issuer } = await useApi({ database: await useOwnDatabase() });
  const { em } = api.deps.database;
  const act =
    (name: keyof ReturnType<typeof taskPaths>): Act =>
    ({ taskId, clientToken: token }, body, request = {}) =>
      api.call("POST", taskPaths(taskId)[name], { token, key: randomUUID(), body, ...request });
  return {
    api,
    issuer,
    enter: async (options = {}) => {
      const pair = await buildSignedInPair(em, issuer, { status: "ONBOARDING", ...options });
      return { ...pair, ...(await idsOf(api, pair.relationshipId)) };
    },
    read: ({ clientToken: token }, query = "") =>
      api.call("GET", `/api/v1/client/onboarding${query}`, { token }),
    list: ({ clientToken: token }) => api.call("GET", "/api/v1/client-onboarding/tasks", { token }),
    open: act("open"),
    skip: act("skip"),
    completeFromForm: act("completeFromForm"),
    complete: act("complete"),
    submit: async ({ formAssignmentId, clientToken: token }) => {
      const path = `/api/v1/client/form-assignments/${formAssignmentId}/submissions`;
      const request = { token, key: randomUUID(), body: { answers: DEFAULT_ANSWERS } };
      const { data } = await api.call("POST", path, request);
      return submittedFormSchema.parse(data).formSubmissionId;
    },
  };
}

async function idsOf(api: TestApi, relationshipId: string) {
  const { rows } = await sql<Pick<Onboarded, "instanceId" | "taskId" | "formAssignmentId">>`
    select i.id as "instanceId", t.id as "taskId", t.form_assignment_id as "formAssignmentId"
      from onboarding_instance i join onboarding_task t on t.instance_id = i.id and t.task_type = 'QUESTIONNAIRE'
     where i.relationship_id = ${relationshipId}
  `.execute(api.deps.database.em.fork().getKysely());
  const ids = firstRow(rows);
  return { ...ids, actorId: onboardingActorId(ids.instanceId) };
}
