import type { components, paths } from "./schema.d.ts";

type Schemas = components["schemas"];
export type CreatePlan = Schemas["CreatePlan"];
export type FormQuestion = Schemas["FormQuestion"];
export type FormQuestionNumber = Schemas["FormQuestionNumber"];
export type Operation = Schemas["Operation"];
export type SyncRequest = Schemas["SyncRequest"];

type Answer<Path extends keyof paths, Status extends number> = paths[Path] extends {
  readonly post: {
    readonly responses: Record<Status, { readonly content: { "application/json": infer Body } }>;
  };
}
  ? Body
  : never;

/** Sends the batch and reads the verdict on its operation. */
export async function submit(url: string, batch: SyncRequest): Promise<string | undefined> {
  const { data }: Answer<typeof SYNC, 200> = await post(url, batch);
  return data.results[0]?.status;
}

/** Sends the plan under a key. */
export async function create(url: string, plan: CreatePlan): Promise<string | undefined> {
  const { data }: Answer<typeof PLANS, 201> = await post(url, plan);
  return data.planId;
}

const SYNC = "/api/v1/coach-client-relationships/{relationshipId}/sync";
const PLANS = "/api/v1/workspaces/{workspaceId}/plans";

async function post(url: string, body: unknown) {
  const headers = { "Idempotency-Key": "plan-1" };
  const answer = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
  return await answer.json();
}
