import type { Client } from "@temporalio/client";

/**
 * How long the oldest task of a queue has waited for a worker, in milliseconds; 0 if Temporal does not say. The
 * server caches the value for five seconds.
 */
export async function readBacklogMs(
  temporal: Client,
  { namespace, taskQueue }: TaskQueue,
): Promise<number> {
  try {
    const { stats } = await temporal.withDeadline(Date.now() + DEADLINE_MS, () =>
      temporal.workflowService.describeTaskQueue({
        namespace,
        taskQueue: { name: taskQueue },
        reportStats: true,
      }),
    );
    const { seconds, nanos } = stats?.approximateBacklogAge ?? {};
    return Number(seconds ?? 0) * 1_000 + (nanos ?? 0) / 1_000_000;
  } catch {
    return 0;
  }
}

/** A queue of tasks. */
export interface TaskQueue {
  readonly namespace: string;
  readonly taskQueue: string;
}

const DEADLINE_MS = 2_000;
