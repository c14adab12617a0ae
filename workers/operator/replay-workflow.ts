import { type Client, WorkflowNotFoundError } from "@temporalio/client";
import { DeterminismViolationError } from "@temporalio/workflow";
import { Worker } from "@temporalio/worker";

/** How the present code took the history of a workflow. */
export interface ReplayReport {
  readonly clean: boolean;
  /** One line for an operator. */
  readonly text: string;
}

type History = Parameters<typeof Worker.runReplayHistory>[1];

/** Fetches the newest run of a live workflow and replays it against the bundle. */
export async function replayWorkflow(
  client: Client,
  workflowId: string,
  bundlePath: string,
): Promise<ReplayReport> {
  try {
    const history = await client.workflow.getHandle(workflowId).fetchHistory();
    return await replayHistory(history, workflowId, bundlePath);
  } catch (error) {
    if (!(error instanceof WorkflowNotFoundError)) throw error;
    return { clean: false, text: `There is no workflow ${workflowId}.` };
  }
}

/** Replays one history: "replays cleanly", or the first event that diverges. */
export async function replayHistory(
  history: History,
  workflowId: string,
  bundlePath: string,
): Promise<ReplayReport> {
  try {
    await Worker.runReplayHistory(
      { workflowBundle: { codePath: bundlePath }, reuseV8Context: true },
      history,
      workflowId,
    );
    return { clean: true, text: `${workflowId} replays cleanly.` };
  } catch (error) {
    if (!(error instanceof DeterminismViolationError)) throw error;
    return { clean: false, text: `${workflowId} diverges: ${error.message}` };
  }
}
