import { type Client, WorkflowNotFoundError } from "@temporalio/client";

/** Acts on a run with a deadline of five seconds. Returns false if the run has ended meanwhile. */
export async function unlessEnded(temporal: Client, act: () => Promise<unknown>): Promise<boolean> {
  try {
    await temporal.withDeadline(Date.now() + DEADLINE_MS, act);
    return true;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return false;
    throw error;
  }
}

const DEADLINE_MS = 5_000;
