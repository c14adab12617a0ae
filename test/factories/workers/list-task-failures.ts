import type { Client } from "@temporalio/client";

/**
 * Messages of all failed workflow tasks and failed runs of a workflow, in all its runs, newest run first. A task that
 * ended its run while a signal arrived does not count: the server repeats it with the signal.
 */
export async function listTaskFailures(client: Client, workflowId: string): Promise<string[]> {
  const failures: string[] = [];
  let { runId } = await client.workflow.getHandle(workflowId).describe();
  while (runId !== "") {
    const { events } = await client.workflow.getHandle(workflowId, runId).fetchHistory();
    for (const event of events ?? []) {
      const task = event.workflowTaskFailedEventAttributes;
      const run = event.workflowExecutionFailedEventAttributes;
      const failure = task?.failure?.message ?? "a task failed";
      if (task && failure !== UNHANDLED_COMMAND) failures.push(failure);
      if (run) failures.push(run.failure?.message ?? "a run failed");
    }
    runId = events?.[0]?.workflowExecutionStartedEventAttributes?.continuedExecutionRunId ?? "";
  }
  return failures;
}

const UNHANDLED_COMMAND = "UnhandledCommand";
