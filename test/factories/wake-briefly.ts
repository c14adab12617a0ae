import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "@temporalio/client";
import { wakeFailure } from "../../activities/outbox/wake-actor.ts";
import type { WakeReason } from "../../contract/outbox/vocabulary.ts";
import type { ActorBounds } from "../../workflows/run-actor.ts";

/** Whom to wake, and the bounds of an actor that has to be started for it. */
export interface BriefWake {
  readonly workflowType: string;
  readonly workflowId: string;
  readonly reason: WakeReason;
  readonly taskQueue: string;
  readonly bounds: ActorBounds;
}

/** Wakes as the relay does, again when asked for patience, but starts actors with other bounds. */
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
