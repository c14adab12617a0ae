import { getHeapStatistics } from "node:v8";
import type { WorkerDeploymentVersion } from "@temporalio/common";
import { type InjectedSinks, type NativeConnection, Worker } from "@temporalio/worker";
import type { ActorAct } from "../../activities/outbox/register-actor.ts";
import type { ProductActivities } from "../../workflows/product-activities.ts";
import type { ScheduledRunSinks } from "../../workflows/scheduled.ts";
import { DRAIN_MS } from "../stop-times.ts";
import type { ActsUnderWay } from "./acts-under-way.ts";
import type { WorkerMetrics } from "./worker-metrics.ts";

/** Creates the worker that runs actors and scheduled workflows (docs/rooms/actors.md#worker). */
export async function openWorker(options: WorkerOptions): Promise<Worker> {
  const {
    bundlePath,
    activities,
    settlingActs,
    metrics,
    acts,
    slots = ACTOR_SLOTS,
    deployment = null,
    ...rest
  } = options;
  return await Worker.create({
    ...rest,
    activities: { ...activities, ...settlingActs },
    sinks: sinksOf(metrics),
    workflowBundle: { codePath: bundlePath },
    reuseV8Context: true,
    stickyQueueScheduleToStartTimeout: "2s",
    maxCachedWorkflows: slots.cached ?? cachedWorkflows(getHeapStatistics().heap_size_limit),
    maxConcurrentWorkflowTaskExecutions: slots.workflowTasks,
    maxConcurrentLocalActivityExecutions: slots.localActs,
    maxConcurrentActivityTaskExecutions: slots.acts,
    ...(acts !== undefined && { interceptors: { activity: [acts.intercept] } }),
    shutdownGraceTime: DRAIN_MS.worker,
    workflowFailureErrorTypes: FAILS_THE_RUN,
    ...(deployment !== null && { workerDeploymentOptions: deploymentOf(deployment) }),
  });
}

/** Concurrency of a worker. */
export interface WorkerSlots {
  /** Workflow tasks; a task with a local act keeps its slot until the act ends. */
  readonly workflowTasks: number;
  readonly localActs: number;
  readonly acts: number;
  /** Maximum cached workflows; by default as many as the heap allows. */
  readonly cached?: number;
}

/**
 * Actors run all their acts as local ones. The few others belong to runs that began before scheduled workflows had
 * their own queue.
 */
export const ACTOR_SLOTS: WorkerSlots = { workflowTasks: 40, localActs: 40, acts: 4 };

/**
 * Scheduled workflows use at most six of ten connections of the worker's pool, for any number of runs. The
 * others are left to lanes and actors (docs/rooms/actors.md#schedules).
 */
export function scheduledSlots(poolSize: number): WorkerSlots {
  const share = (tenths: number) => Math.max(1, Math.floor((poolSize * tenths) / 10));
  return { workflowTasks: 20, localActs: share(2), acts: share(4), cached: 50 };
}

/** The parts of a worker. */
export interface WorkerOptions {
  readonly connection: NativeConnection;
  readonly namespace: string;
  readonly taskQueue: string;
  /** File of the prebuilt bundle. */
  readonly bundlePath: string;
  readonly activities: ProductActivities;
  /** The acts of the actors, by name. */
  readonly settlingActs: Readonly<Record<string, ActorAct>>;
  readonly metrics: Pick<WorkerMetrics, "countRun">;
  /** Its concurrency; the actors' by default. */
  readonly slots?: WorkerSlots;
  /** Tracks its acts; off by default. */
  readonly acts?: Pick<ActsUnderWay, "intercept">;
  /** Its release; unversioned by default. */
  readonly deployment?: WorkerDeploymentVersion | null;
  /** Distinguishes this worker from others that poll the same queue. */
  readonly identity?: string;
}

/**
 * A history that does not replay would fail its tasks forever, and block what waits for it. Its run ends instead, and
 * the next wake-up starts another, which reads the due work from PostgreSQL (docs/rooms/actors.md#repair). This also
 * happens without a code change: on a link that fell silent and resumes, the SDK may record a history that no replay
 * reproduces.
 */
const FAILS_THE_RUN = { "*": ["NondeterminismError"] };

/**
 * Every run stays on the release that began it; an actor moves on by itself (docs/rooms/actors.md#versions). The worker
 * says so and not the workflow: the server refuses that word from a worker without a version.
 */
function deploymentOf(version: WorkerDeploymentVersion) {
  return { version, useWorkerVersioning: true, defaultVersioningBehavior: "PINNED" } as const;
}

/** Heap bytes of an idle cached actor, with a reserve (docs/rooms/actors.md#worker). */
const BYTES_PER_CACHED_WORKFLOW = 1_000_000;

function sinksOf({ countRun }: WorkerOptions["metrics"]): InjectedSinks<ScheduledRunSinks> {
  return {
    scheduledRuns: {
      ended: { fn: ({ workflowType }, outcome) => countRun(workflowType, outcome) },
    },
  };
}

/** As many as fit into half of the heap, between 100 and 2,000. */
export function cachedWorkflows(heapBytes: number): number {
  return Math.min(2_000, Math.max(100, Math.floor(heapBytes / 2 / BYTES_PER_CACHED_WORKFLOW)));
}
