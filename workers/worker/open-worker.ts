import { getHeapStatistics } from "node:v8";
import { type InjectedSinks, type NativeConnection, Worker } from "@temporalio/worker";
import type { SettlingAct } from "../../activities/outbox/register-actor.ts";
import type { ProductActivities } from "../../workflows/product-activities.ts";
import type { ScheduledRunSinks } from "../../workflows/scheduled.ts";
import { DRAIN_MS } from "../stop-times.ts";
import type { ActsUnderWay } from "./acts-under-way.ts";
import type { WorkerMetrics } from "./worker-metrics.ts";

/** How much a worker runs at once. */
export interface WorkerSlots {
  /** Workflow tasks; one with a local act keeps its slot until that has ended. */
  readonly workflowTasks: number;
  readonly localActs: number;
  readonly acts: number;
  /** Workflows that stay in its cache; as many as the heap bears unless told. */
  readonly cached?: number;
}

/** Of actors each act is a local one. The few others are runs that began before scheduled workflows had their queue. */
export const ACTOR_SLOTS: WorkerSlots = { workflowTasks: 40, localActs: 40, acts: 4 };

/**
 * Scheduled workflows take at most six of ten connections of the worker's pool, however many runs there are at once;
 * the others are left to lanes and actors (docs/rooms/actors.md#schedules).
 */
export function scheduledSlots(poolSize: number): WorkerSlots {
  const share = (tenths: number) => Math.max(1, Math.floor((poolSize * tenths) / 10));
  return { workflowTasks: 20, localActs: share(2), acts: share(4), cached: 50 };
}

/** What a worker is made of. */
export interface WorkerOptions {
  readonly connection: NativeConnection;
  readonly namespace: string;
  readonly taskQueue: string;
  /** File of the prebuilt bundle. */
  readonly bundlePath: string;
  readonly activities: ProductActivities;
  /** The settling acts of the actors, by their names. */
  readonly settlingActs: Readonly<Record<string, SettlingAct>>;
  readonly metrics: Pick<WorkerMetrics, "countRun">;
  /** How much it runs at once; as much as actors may unless told. */
  readonly slots?: WorkerSlots;
  /** Follows its acts; nobody does unless told. */
  readonly acts?: Pick<ActsUnderWay, "intercept">;
  /** Tells this worker from others that poll the same queue. */
  readonly identity?: string;
}

/**
 * A history that does not replay would fail its tasks for ever, and what waits with it: so its run ends, and the
 * next wake-up begins another, which reads from PostgreSQL what is due (docs/rooms/actors.md#repair). It happens
 * without a change of the code as well: on a link that fell silent and goes on, the SDK may write down what no
 * replay comes to.
 */
const FAILS_THE_RUN = { "*": ["NondeterminismError"] };

/** Bytes of heap that an idle cached actor takes, with room to spare (docs/rooms/actors.md#worker). */
const BYTES_PER_CACHED_WORKFLOW = 1_000_000;

/** Makes the worker that runs actors and scheduled workflows (docs/rooms/actors.md#worker). */
export async function openWorker(options: WorkerOptions): Promise<Worker> {
  const {
    bundlePath,
    activities,
    settlingActs,
    metrics,
    acts,
    slots = ACTOR_SLOTS,
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
  });
}

function sinksOf({ countRun }: WorkerOptions["metrics"]): InjectedSinks<ScheduledRunSinks> {
  return {
    scheduledRuns: {
      ended: { fn: ({ workflowType }, outcome) => countRun(workflowType, outcome) },
    },
  };
}

/** Half of the heap for cached workflows, between 100 and 2,000 of them. */
export function cachedWorkflows(heapBytes: number): number {
  return Math.min(2_000, Math.max(100, Math.floor(heapBytes / 2 / BYTES_PER_CACHED_WORKFLOW)));
}
