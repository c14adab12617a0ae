import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "@temporalio/client";

/** Settles once the server has seen the worker poll for workflow tasks, or `stop` is aborted. */
export async function waitForPollers(
  temporal: Client,
  { namespace, taskQueue, identity }: PollerSearch,
  stop: AbortSignal,
): Promise<void> {
  while (!stop.aborted) {
    const { pollers } = await temporal.workflowService.describeTaskQueue({
      namespace,
      taskQueue: { name: taskQueue },
    });
    if (pollers.some((poller) => poller.identity === identity)) return;
    await sleep(100);
  }
}

/** The worker to wait for. */
export interface PollerSearch {
  readonly namespace: string;
  readonly taskQueue: string;
  /** Identity of the worker. */
  readonly identity: string;
}
