import { randomUUID } from "node:crypto";
import {
  type CoachOnboarding,
  coachOnboardingSchema,
} from "../../../contract/onboarding/coach-schema.ts";
import { getOnboarding } from "../../../db/onboarding/queries.ts";
import { onboardingActorId } from "../../../rules/onboarding/onboarding-actor-id.ts";
import type { TestApi, TestAnswer, TestRequest } from "../../harness/api.ts";
import type { TestIssuer } from "../../harness/test-issuer.ts";
import { buildMember } from "../api/matrix/practice.ts";
import type { Onboarded } from "./onboarding-life.ts";
import { bringTo, type TaskState } from "./onboarding-states.ts";
import { buildSignedInPair, type SignedInPair } from "../accounts/signed-in-pair.ts";
import { useApi } from "../../harness/use-api.ts";

/** A client in onboarding, and their coach, both signed in. */
export type SeenClient = SignedInPair & Onboarded;

/** Coaches who act on the onboarding of their clients, over HTTP. */
export interface CoachDesk {
  readonly api: TestApi;
  readonly issuer: TestIssuer;
  /** A new client, by default of a new coach, whose task is in the given state. */
  readonly client: (state?: TaskState, coach?: SeenClient["coach"]) => Promise<SeenClient>;
  /** Token of a second coach, in the role COACH. */
  readonly secondCoach: (client: SeenClient) => Promise<string>;
  readonly read: (client: SeenClient) => Promise<CoachOnboarding>;
  /** Overrides or nudges by the owner, by default with a fresh key. */
  readonly act: (
    client: SeenClient,
    act: "override" | "nudge",
    request?: TestRequest,
  ) => Promise<TestAnswer>;
}

/** Path of a client's onboarding as their coaches see it. */
export const onboardingPath = ({ workspaceId, client }: SeenClient) =>
  `/api/v1/workspaces/${workspaceId}/clients/${client.userId}/onboarding`;

/** Path of a coach's act on the task. */
export const actPath = (client: SeenClient, act: "override" | "nudge") =>
  `${onboardingPath(client)}/tasks/${client.taskId}/${act}`;

/** Opens a desk on the shared API. */
export async function useCoachDesk(): Promise<CoachDesk> {
  const { api, issuer } = await useApi();
  const { em } = api.deps.database;
  return {
    api,
    issuer,
    client: async (state = "READY", coach) => {
      const of = coach === undefined ? {} : { coach };
      const pair = await buildSignedInPair(em, issuer, { timezone: "UTC", ...of });
      const { instanceId, task } = await getOnboarding(em.fork(), pair.relationshipId);
      const ids = { instanceId, taskId: task.id, formAssignmentId: task.formAssignmentId ?? "" };
      const client = { ...pair, ...ids, actorId: onboardingActorId(instanceId) };
      await bringTo(em, client, state);
      return client;
    },
    secondCoach: async ({ workspaceId }) => {
      const { identity } = await buildMember(em, issuer, { workspaceId, status: "ACTIVE" });
      const app = { client_id: "sideline-coach-mobile", azp: "sideline-coach-mobile" };
      return issuer.sign({ claims: { sub: identity.subject, sid: randomUUID(), ...app } });
    },
    read: async (client) => {
      const answer = await api.call("GET", onboardingPath(client), { token: client.coachToken });
      return coachOnboardingSchema.parse(answer.data);
    },
    act: (client, act, request = {}) =>
      api.call("POST", actPath(client, act), {
        token: client.coachToken,
        key: randomUUID(),
        ...request,
      }),
  };
}
