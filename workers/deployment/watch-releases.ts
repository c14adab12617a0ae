import type { Client } from "@temporalio/client";
import type { Logger } from "pino";
import { strandedReleases } from "./evacuate.ts";
import { type DeploymentPlace, readDeployment } from "./read-deployment.ts";
import { pollEveryMinute, type PollTimes } from "../worker/poll-every-minute.ts";
import type { WorkerMetrics } from "../worker/worker-metrics.ts";

/**
 * Checks once a minute whether each release of the deployment that has runs, or gets them, also has workers
 * (docs/rooms/actors.md#versions). A worker reports on the others: one that is gone cannot raise an alarm.
 */
export async function watchReleases(options: ReleaseWatch, stop: AbortSignal): Promise<void> {
  const { temporal, place, metrics, log } = options;
  const poll = async () => {
    try {
      const deployment = await readDeployment(temporal, place);
      if (deployment === null) return false;
      const { releases, current, ramping } = deployment;
      const stranded = strandedReleases(releases);
      const targets = releases.filter(
        ({ buildId }) => buildId === current || buildId === ramping?.buildId,
      );
      metrics.showStrandedRuns(stranded.reduce((sum, { runCount }) => sum + runCount, 0));
      metrics.showUnservedTargets(targets.filter(({ hasWorkers }) => !hasWorkers).length);
      for (const { buildId, runCount } of stranded)
        log.warn({ buildId, runCount }, "a release has runs and no worker");
      return true;
    } catch (error) {
      if (!stop.aborted) log.warn({ err: error }, "the releases of the workers could not be read");
      return false;
    }
  };
  await pollEveryMinute(poll, options, stop);
}

/** The deployment to watch, and where to report. */
export interface ReleaseWatch extends Pick<PollTimes, "returns" | "everyMs"> {
  readonly temporal: Client;
  readonly place: DeploymentPlace;
  readonly metrics: Pick<WorkerMetrics, "showStrandedRuns" | "showUnservedTargets">;
  readonly log: Logger;
}
