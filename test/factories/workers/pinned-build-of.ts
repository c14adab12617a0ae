import type { WorkflowHandle } from "@temporalio/client";

/** The build id that the newest run of a workflow is pinned to; null before its first task. */
export async function pinnedBuildOf(handle: WorkflowHandle): Promise<string | null> {
  const { raw } = await handle.describe();
  return raw.workflowExecutionInfo?.versioningInfo?.deploymentVersion?.buildId ?? null;
}
