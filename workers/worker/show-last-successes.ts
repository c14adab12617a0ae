import { setTimeout as pause } from "node:timers/promises";
import type { Client } from "@temporalio/client";
import type { Logger } from "pino";
import { scheduledWorkflows } from "./scheduled-workflows.ts";
import type { WorkerMetrics } from "./worker-metrics.ts";

/**
 * Shows the last success of each schedule before this worker started: otherwise a daily one would look as if it had
 * never run. If the server cannot be queried, the worker starts anyway.
 */
export async function showLastSuccesses(
  client: Client,
  { metrics, log }: { readonly metrics: WorkerMetrics; readonly log: Logger },
  stop: AbortSignal,
): Promise<void> {
  for (const [schedule, workflow] of scheduledWorkflows) {
    if (stop.aborted) return;
    try {
      const at = await findLastSuccess(client, workflow);
      if (at !== null) metrics.showLastSuccess(schedule, at);
    } catch (error) {
      log.warn({ err: error, schedule }, "the last run of a schedule is unknown");
    }
    await pause(PAUSE_MS, undefined, { ref: false });
  }
}

/** A server allows ten list calls a second per namespace by default, and other callers need some. */
const PAUSE_MS = 200;

/** The server lists the last closed first. */
async function findLastSuccess(client: Client, workflow: string): Promise<Date | null> {
  const query = `WorkflowType = '${workflow}' AND ExecutionStatus = 'Completed'`;
  for await (const { closeTime } of client.workflow.list({ query, pageSize: 1 })) {
    return closeTime ?? null;
  }
  return null;
}
