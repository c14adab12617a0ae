import { type Client, isGrpcServiceError } from "@temporalio/client";
import { tsToMs } from "@temporalio/common/lib/time.js";
import { scheduledQueueOf } from "../worker/scheduled-workflows.ts";

/**
 * Reads the releases of a deployment, with the runs and workers of each; null if no worker of it ever started. One
 * call, one a task queue, and one count a release that is not drained: Temporal remembers a hundred of them.
 *
 * @throws ServiceError of Temporal.
 */
export async function readDeployment(
  temporal: Client,
  place: DeploymentPlace,
): Promise<Deployment | null> {
  const described = await describe(temporal, place);
  if (described === null) return null;
  const { workerDeploymentInfo: info, conflictToken } = described;
  const served = await listServed(temporal, place);
  const summaries = (info?.versionSummaries ?? []).flatMap((summary) => {
    const buildId = summary.deploymentVersion?.buildId ?? "";
    return buildId === "" ? [] : [{ ...summary, buildId }];
  });
  const releases: Release[] = [];
  for (const { buildId, createTime, lastDeactivationTime, drainageStatus } of summaries) {
    releases.push({
      buildId,
      createdMs: msOf(createTime),
      deactivatedMs: msOf(lastDeactivationTime),
      runCount: Number(drainageStatus) === DRAINED ? 0 : await countRuns(temporal, place, buildId),
      hasWorkers: served.has(buildId),
    });
  }
  const { currentDeploymentVersion, rampingDeploymentVersion, rampingVersionPercentage } =
    info?.routingConfig ?? {};
  const ramping = rampingDeploymentVersion?.buildId;
  return {
    conflictToken,
    current: currentDeploymentVersion?.buildId ?? null,
    ramping: ramping ? { buildId: ramping, percentage: rampingVersionPercentage ?? 0 } : null,
    releases: releases.toSorted((one, other) => other.createdMs - one.createdMs),
  };
}

/** A deployment as operators see it: releases, newest first, and which of them actors begin on. */
export interface Deployment {
  /** A change with it is refused if somebody else changed the deployment since. */
  readonly conflictToken: Uint8Array;
  /** Null until a first release is promoted. */
  readonly current: string | null;
  readonly ramping: { readonly buildId: string; readonly percentage: number } | null;
  readonly releases: readonly Release[];
}

/** A release whose workers have started at least once. */
export interface Release {
  readonly buildId: string;
  /** In milliseconds since 1970, as the next. */
  readonly createdMs: number;
  /** When it last stopped being the current or ramping one; 0 if never. */
  readonly deactivatedMs: number;
  /** Runs that are pinned to it. */
  readonly runCount: number;
  /** Whether its workers serve both task queues at this moment. */
  readonly hasWorkers: boolean;
}

/** Where a deployment is. */
export interface DeploymentPlace {
  readonly namespace: string;
  readonly taskQueue: string;
  readonly deploymentName: string;
}

/** The query of the running workflows that are pinned to a release. */
export function pinnedRuns({ deploymentName }: DeploymentPlace, buildId: string): string {
  return `ExecutionStatus = 'Running' AND TemporalWorkerDeploymentVersion = '${deploymentName}:${buildId}'`;
}

const NOT_FOUND = 5;
const DRAINED = 2;
const DEADLINE_MS = 10_000;

/** A poll lasts a minute, so a worker that has not polled for longer is gone. */
const POLLED_WITHIN_MS = 70_000;

type Described = Awaited<ReturnType<Client["workflowService"]["describeWorkerDeployment"]>>;

async function describe(
  temporal: Client,
  { namespace, deploymentName }: DeploymentPlace,
): Promise<Described | null> {
  try {
    return await temporal.withDeadline(Date.now() + DEADLINE_MS, () =>
      temporal.workflowService.describeWorkerDeployment({ namespace, deploymentName }),
    );
  } catch (error) {
    const code: number | null = isGrpcServiceError(error) ? error.code : null;
    if (code === NOT_FOUND) return null;
    throw error;
  }
}

/** Build ids whose workers poll the queue of actors and that of schedules. */
async function listServed(
  temporal: Client,
  { namespace, taskQueue, deploymentName }: DeploymentPlace,
): Promise<ReadonlySet<string>> {
  const [actors, scheduled] = await Promise.all(
    [taskQueue, scheduledQueueOf(taskQueue)].map(async (name) => {
      const { pollers } = await temporal.withDeadline(Date.now() + DEADLINE_MS, () =>
        temporal.workflowService.describeTaskQueue({ namespace, taskQueue: { name } }),
      );
      const own = pollers.filter(
        ({ deploymentOptions, lastAccessTime }) =>
          deploymentOptions?.deploymentName === deploymentName &&
          Date.now() - msOf(lastAccessTime) < POLLED_WITHIN_MS,
      );
      return new Set(own.map(({ deploymentOptions }) => deploymentOptions?.buildId ?? ""));
    }),
  );
  return new Set([...(actors ?? [])].filter((buildId) => scheduled?.has(buildId) === true));
}

async function countRuns(
  temporal: Client,
  place: DeploymentPlace,
  buildId: string,
): Promise<number> {
  const { count } = await temporal.withDeadline(Date.now() + DEADLINE_MS, () =>
    temporal.workflow.count(pinnedRuns(place, buildId)),
  );
  return count;
}

function msOf(timestamp: Parameters<typeof tsToMs>[0]): number {
  return timestamp ? tsToMs(timestamp) : 0;
}
