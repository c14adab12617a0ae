import { createPlan, submitBatch } from "./client";
import type { CreatePlan, SyncRequest } from "./model";

export type * from "./model";

/** Sends the batch and reads the verdict on its operation. */
export async function submit(
  relationshipId: string,
  batch: SyncRequest,
): Promise<string | undefined> {
  const answer = await submitBatch(relationshipId, batch);
  return answer.status === 200 ? answer.data.data.results[0]?.status : undefined;
}

/** Sends the plan under a key. */
export async function create(workspaceId: string, plan: CreatePlan): Promise<string | undefined> {
  const answer = await createPlan(workspaceId, plan, { headers: { "Idempotency-Key": "plan-1" } });
  return answer.status === 201 ? answer.data.data.planId : undefined;
}
