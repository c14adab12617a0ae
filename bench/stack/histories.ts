import { Client, Connection } from "@temporalio/client";
import type { BenchStack } from "./stack.ts";

/** Size of Temporal's histories for the actors that follow batches: devices and settlement lanes. */
export interface HistorySize {
  readonly events: number;
  readonly bytes: number;
  /** Changes of state that Temporal's history service has written. */
  readonly transitions: number;
}

/** Adds up the histories of all their runs. */
export async function historySize({ temporal }: BenchStack): Promise<HistorySize> {
  const connection = await Connection.connect({ address: temporal.address });
  const { workflow } = new Client({ connection, namespace: temporal.namespace });
  const size = { events: 0, bytes: 0, transitions: 0 };
  for await (const { workflowId, runId } of workflow.list({
    query: `WorkflowType in ("deviceActor", "settlementActor")`,
  })) {
    const {
      historyLength,
      historySize: bytes,
      raw,
    } = await workflow.getHandle(workflowId, runId).describe();
    size.events += historyLength;
    size.bytes += bytes ?? 0;
    size.transitions += raw.workflowExecutionInfo?.stateTransitionCount?.toNumber() ?? 0;
  }
  await connection.close();
  return size;
}

/** Formats what the histories grew by a batch. */
export function historyPer(batches: number, before: HistorySize, after: HistorySize): string {
  const [events = 0, bytes = 0, transitions = 0] = [
    after.events - before.events,
    after.bytes - before.bytes,
    after.transitions - before.transitions,
  ].map((grown) => grown / batches);
  return `${events.toFixed(2)} events, ${bytes.toFixed(0)} bytes, ${transitions.toFixed(2)} transitions`;
}
