import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "@temporalio/client";
import { wakeFailure } from "../../../activities/outbox/wake-actor.ts";
import type { WakeReason } from "../../../contract/outbox/vocabulary.ts";
import type { ActorBounds } from "../../../workflows/run-actor.ts";

/** The actor to wake, and the limits with which it is started if needed. */
export interface BriefWake {
  readonly workflowType: string;
  readonly workflowId: string;
  readonly reason: WakeReason;
  readonly taskQueue: string;
  readonly bounds: ActorBounds;
}

/** Wakes like the relay and retries on request, but starts actors with other limits. */
export async function wakeBriefly(client: Client, wake: BriefWake): Promise<void> {
  for (;;) {
    try {
      await signal(client, wake);
      return;
    } catch (error) {
      const failure = wakeFailure(error);
      if (failure === null) return;
      if (failure.kind !== "LATER") throw error;
      await sleep(20);
    }
  }
}

async function signal(client: Client, wake: BriefWake): Promise<void> {
  const { workflowType, workflowId, reason, taskQueue, bounds } = wake;
  await client.workflow.signalWithStart(workflowType, {
    workflowId,
    taskQueue,
    args: [{ bounds }],
    signal: reason,
    signalArgs: [workflowId, 1],
    workflowIdConflictPolicy: "USE_EXISTING",
    workflowIdReusePolicy: "ALLOW_DUPLICATE",
    workflowTaskTimeout: "5s",
    staticSummary: workflowId,
  });
}
