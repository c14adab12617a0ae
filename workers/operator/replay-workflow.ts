import { type Client, isGrpcServiceError } from "@temporalio/client";
import { DeterminismViolationError } from "@temporalio/workflow";
import { Worker } from "@temporalio/worker";
import { tellStory } from "./tell-story.ts";

/** How the present code took the history of a workflow. */
export interface ReplayReport {
  readonly clean: boolean;
  /** One line for an operator. */
  readonly text: string;
  /** Of a live workflow: what woke it and what it did, line by line. */
  readonly story?: readonly string[];
}

/** The status of gRPC. */
const NOT_FOUND = 5;

type History = Parameters<typeof Worker.runReplayHistory>[1];

/** A workflow, and one of its runs; the newest unless told. */
export interface WorkflowRun {
  readonly workflowId: string;
  readonly runId?: string | undefined;
}

/** Fetches a run of a live workflow and replays it against the bundle. */
export async function replayWorkflow(
  client: Client,
  { workflowId, runId }: WorkflowRun,
  bundlePath: string,
): Promise<ReplayReport> {
  try {
    const history = await client.workflow.getHandle(workflowId, runId).fetchHistory();
    const report = await replayHistory(history, workflowId, bundlePath);
    return { ...report, story: tellStory(history) };
  } catch (error) {
    if (!isMissing(error)) throw error;
    return { clean: false, text: `There is no workflow ${workflowId}.` };
  }
}

function isMissing(error: unknown): boolean {
  const code: number | null = isGrpcServiceError(error) ? error.code : null;
  return code === NOT_FOUND;
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
