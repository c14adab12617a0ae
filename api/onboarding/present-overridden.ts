import type { z } from "zod";
import type { OverriddenTask } from "../../activities/onboarding/overrides/override-task.ts";
import type { overriddenTaskSchema } from "../../contract/onboarding/coach-schema.ts";
import { findOverrideReason, getOnboardingById } from "../../db/onboarding/coach/queries.ts";
import type { SeenOnboarding } from "../../db/onboarding/coach/seen-onboarding.ts";
import type { Tx } from "../../db/platform/transactions/transact.ts";
import type { ApiDeps } from "../api-deps.ts";
import {
  presentBaseline,
  presentBlocks,
  presentOverride,
  presentSeenTask,
} from "./present-seen-onboarding.ts";

/** A task after an override, read in the same transaction. */
export async function presentOverridden(tx: Tx, done: OverriddenTask): Promise<Answer> {
  const { instanceId, taskId, overrideId, sideEffects } = done;
  const row = await getOnboardingById(tx, instanceId);
  const override = row.overrides.find(({ id }) => id === overrideId);
  if (override === undefined)
    throw new Error("The override that this transaction wrote is missing");
  return {
    task: presentOf(row, taskId),
    // The stored answer outlives the reason's retention, so the reason is added on each reveal.
    override: { ...presentOverride(override), reason: null },
    sideEffects: {
      workflowStatus: row.status,
      onboardingStatus: row.onboardingStatus,
      blocks: presentBlocks(row),
      ...sideEffects,
    },
  };
}

type Answer = z.output<typeof overriddenTaskSchema>;

function presentOf(row: SeenOnboarding, taskId: string): Answer["task"] {
  const baseline = presentBaseline(row);
  return baseline?.taskId === taskId ? baseline : presentSeenTask(row.task);
}

/** Adds the reason, which is stored in one place, within its retention. */
export async function revealReason(answer: Answer, { database }: ApiDeps): Promise<Answer> {
  const { override } = answer;
  const reason = await findOverrideReason(database.em.fork(), override.overrideId);
  return { ...answer, override: { ...override, reason } };
}
