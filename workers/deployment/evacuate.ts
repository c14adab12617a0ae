import type { Client } from "@temporalio/client";
import { listPinnedRuns } from "./list-pinned-runs.ts";
import { patiently } from "./patiently.ts";
import { type DeploymentPlace, pinnedRuns, type Release } from "./read-deployment.ts";
import { unlessEnded } from "./unless-ended.ts";

/**
 * Terminates the runs of releases that have no worker: nothing else would ever end them. The sweep starts the actors
 * again on the current release, because PostgreSQL knows what is due (docs/rooms/actors.md#repair).
 *
 * @returns the number of runs that were terminated.
 */
export async function evacuate(
  temporal: Client,
  place: DeploymentPlace,
  releases: readonly Release[],
): Promise<number> {
  let count = 0;
  for (const { buildId } of strandedReleases(releases)) {
    const query = pinnedRuns(place, buildId);
    for await (const { workflowId, runId } of listPinnedRuns(temporal, place, query)) {
      const handle = temporal.workflow.getHandle(workflowId, runId);
      const end = () => unlessEnded(temporal, () => handle.terminate(REASON));
      if (await patiently(end)) count += 1;
    }
  }
  return count;
}

/** Releases with runs that no worker serves. */
export function strandedReleases(releases: readonly Release[]): readonly Release[] {
  return releases.filter(({ runCount, hasWorkers }) => runCount > 0 && !hasWorkers);
}

const REASON = "its release has no worker";
