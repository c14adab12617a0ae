import type { Client } from "@temporalio/client";

/**
 * Everything that a server stores of a workflow, in all its runs, as text. It contains events with decoded payloads,
 * memo, search attributes and the metadata of queries.
 */
export async function wholeHistory(client: Client, workflowId: string): Promise<string> {
  const runs: string[] = [];
  let { runId } = await client.workflow.getHandle(workflowId).describe();
  while (runId !== "") {
    const run = await oneRun(client, workflowId, runId);
    runs.push(run.text);
    runId = run.formerRunId;
  }
  return runs.join("\n");
}

async function oneRun(client: Client, workflowId: string, runId: string) {
  const handle = client.workflow.getHandle(workflowId, runId);
  const history = await handle.fetchHistory();
  const started = history.events?.[0]?.workflowExecutionStartedEventAttributes;
  return {
    text: [readable(history), readable(await handle.describe())].join("\n"),
    formerRunId: started?.continuedExecutionRunId ?? "",
  };
}

/** Payloads travel as base64 under the name `data`. */
function readable(value: unknown): string {
  return JSON.stringify(value, (name, part: unknown) =>
    name === "data" && typeof part === "string" ? Buffer.from(part, "base64").toString() : part,
  );
}
