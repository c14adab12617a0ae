import { Client, Connection } from "@temporalio/client";
import type { BenchStack } from "./stack.ts";

/** Size of Temporal's histories for the actors that follow batches: devices and settlement lanes. */
export interface HistorySize {
  readonly events: number;
  readonly bytes: number;
}

/** Adds up the histories of all their runs. */
export async function historySize({ temporal }: BenchStack): Promise<HistorySize> {
  const connection = await Connection.connect({ address: temporal.address });
  const { workflow } = new Client({ connection, namespace: temporal.namespace });
  const size = { events: 0, bytes: 0 };
  for await (const { workflowId, runId } of workflow.list({
    query: `WorkflowType in ("deviceActor", "settlementActor")`,
  })) {
    const { historyLength, historySize: bytes } = await workflow
      .getHandle(workflowId, runId)
      .describe();
    size.events += historyLength;
    size.bytes += bytes ?? 0;
  }
  await connection.close();
  return size;
}
