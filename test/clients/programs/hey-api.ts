import { createPlan, submitBatch } from "./sdk.gen";
import type { CreatePlan, SyncRequest } from "./types.gen";

export type * from "./types.gen";

/** Sends the batch and reads the verdict on its operation. */
export async function submit(
  relationshipId: string,
  body: SyncRequest,
): Promise<string | undefined> {
  const { data } = await submitBatch({ path: { relationshipId }, body });
  return data?.data.results[0]?.status;
}

/** Sends the plan under a key. */
export async function create(workspaceId: string, body: CreatePlan): Promise<string | undefined> {
  const headers = { "Idempotency-Key": "plan-1" };
  const { data } = await createPlan({ path: { workspaceId }, headers, body });
  return data?.data.planId;
}
