import {
  deltaSchema,
  manifestSchema,
  packageAnswerSchema,
} from "../../../contract/workouts/offline-schema.ts";
import { prepareFor } from "../../../activities/workouts/deliver-to-workouts.ts";
import type { PlanContent } from "../../../contract/plans/content-schema.ts";
import { addDays } from "../../../rules/local-day.ts";
import type { TestAnswer, TestApi, TestRequest } from "../../harness/api.ts";
import type { Phone } from "../sync/phone.ts";
import { planActs, programContent } from "../plans/plan-acts.ts";

type Query = Readonly<Record<string, string>>;

export const MANIFEST_PATH = "/api/v1/client/workouts/offline-manifest";
const DELTA_PATH = "/api/v1/client/workouts/offline-delta";
const packagePath = (taskId: string) => `/api/v1/client/workout-tasks/${taskId}/offline-package`;

/** A phone that downloads workouts, and the acts of its coach. */
export function offlinePhone(api: TestApi, phone: Phone) {
  const { em } = api.deps.database;
  const { relationshipId, deviceId, token, agenda, pair } = phone;
  const { workspaceId, coach } = pair;
  const owner = { workspaceId, relationshipId, coachUserId: coach.userId };
  const acts = planActs(em);
  const get = (path: string, query: Query, request: TestRequest = {}): Promise<TestAnswer> => {
    const search = new URLSearchParams({ deviceId, ...query });
    return api.call("GET", `${path}?${search.toString()}`, { token, ...request });
  };
  const window = { from: agenda.localDate, to: addDays(agenda.localDate, 30) };
  const askManifest = (query: Query = {}, request: TestRequest = {}) =>
    get(MANIFEST_PATH, { ...window, ...query }, request);
  const askPackage = (taskId: string, query: Query = {}, request: TestRequest = {}) =>
    get(packagePath(taskId), query, request);
  const askDelta = (cursor: string, query: Query = {}, request: TestRequest = {}) =>
    get(DELTA_PATH, { relationshipId, cursor, ...query }, request);
  return {
    owner,
    acts,
    askManifest,
    askPackage,
    askDelta,
    train: (content: PlanContent = programContent()) => acts.give(owner, content),
    /** Prepares packages as the consumer does. */
    prepare: () => prepareFor(em, [relationshipId], null),
    manifest: async (query: Query = {}) => manifestSchema.parse((await askManifest(query)).data),
    packageOf: async (taskId: string, query: Query = {}) =>
      packageAnswerSchema.parse((await askPackage(taskId, query)).data),
    delta: async (cursor: string) => deltaSchema.parse((await askDelta(cursor)).data),
  };
}
