import { type Client, isGrpcServiceError, type WorkflowHandle } from "@temporalio/client";
import { DeterminismViolationError } from "@temporalio/workflow";
import { Worker } from "@temporalio/worker";
import { describeHistory } from "./describe-history.ts";

/** Fetches a run of a live workflow and replays it against the bundle. */
export async function replayWorkflow(
  client: Client,
  { workflowId, runId }: WorkflowRun,
  bundlePath: string,
): Promise<ReplayReport> {
  try {
    const history = await client.workflow.getHandle(workflowId, runId).fetchHistory();
    const report = await replayHistory(history, workflowId, bundlePath);
    return { ...report, story: describeHistory(history) };
  } catch (error) {
    if (!isMissing(error)) throw error;
    return { clean: false, text: `There is no workflow ${workflowId}.` };
  }
}

/** The result of replaying a workflow's history with the present code. */
export interface ReplayReport {
  readonly clean: boolean;
  /** One line for an operator. */
  readonly text: string;
  /** For a live workflow: what woke it and what it did, line by line. */
  readonly story?: readonly string[];
}

/** gRPC status code. */
const NOT_FOUND = 5;

type FetchedHistory = Awaited<ReturnType<WorkflowHandle["fetchHistory"]>>;
type History = Parameters<typeof Worker.runReplayHistory>[1];

/** A workflow and one of its runs; the newest run by default. */
export interface WorkflowRun {
  readonly workflowId: string;
  readonly runId?: string | undefined;
}

function isMissing(error: unknown): boolean {
  const code: number | null = isGrpcServiceError(error) ? error.code : null;
  return code === NOT_FOUND;
}

/** Replays one history: "replays cleanly", or the first event that diverges. */
export async function replayHistory(
  history: FetchedHistory,
  workflowId: string,
  bundlePath: string,
): Promise<ReplayReport> {
  // The SDK would wait forever for a task of a run with a dormant start (docs/rooms/actors.md#dormant-start).
  if (!hasHadTask(history)) {
    return { clean: true, text: `${workflowId} has had no task yet: nothing to replay.` };
  }
  const replays = replayHistories([{ history, workflowId }], bundlePath);
  const { value } = await replays.next();
  await replays.return(undefined);
  if (value === undefined) throw new Error(`${workflowId} was not replayed`);
  return value;
}

function hasHadTask({ events }: FetchedHistory): boolean {
  return events?.some((event) => Boolean(event.workflowTaskScheduledEventAttributes)) === true;
}

/** Replays histories one after the other in one worker; yields a report of each, in order. */
export async function* replayHistories(
  histories: readonly { readonly history: History; readonly workflowId: string }[],
  bundlePath: string,
): AsyncGenerator<ReplayReport, undefined> {
  const options = { workflowBundle: { codePath: bundlePath }, reuseV8Context: true };
  const replays = Worker.runReplayHistories(options, histories);
  for await (const { workflowId, error } of replays) yield reportOf(workflowId, error);
  return undefined;
}

function reportOf(workflowId: string, error: Error | undefined): ReplayReport {
  if (error === undefined) return { clean: true, text: `${workflowId} replays cleanly.` };
  if (!(error instanceof DeterminismViolationError)) throw error;
  return { clean: false, text: `${workflowId} diverges: ${error.message}` };
}
