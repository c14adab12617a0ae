import { setTimeout as sleep } from "node:timers/promises";
import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { Client } from "@temporalio/client";
import { findDueLanes } from "../../db/sync/settlement/lanes.ts";
import { laneShares } from "../../rules/sync/lane-share.ts";
import { END_AFTER_MS, type Watched } from "../watch/watch-progress.ts";
import type { LaneAlarm } from "./lane-alarm.ts";
import type { PollerSearch } from "./wait-for-pollers.ts";

/** What watching settlement needs. */
export interface SettlementWatching {
  readonly em: SqlEntityManager;
  readonly lanes: number;
  /** Whether database and Temporal answer somebody who comes anew. */
  readonly answersAfresh: () => Promise<boolean>;
  /** For how many seconds the task has waited that has waited longest for a worker. */
  readonly unservedSeconds: () => Promise<number>;
  /** Whether this worker could take another act: where it is full, a new one would be full as well. */
  readonly hasFreeSlots: () => boolean;
  /** Is told of each look at the lanes. */
  readonly alarm: LaneAlarm;
  /** Only tests look more often. */
  readonly everyMs?: number;
}

/** Whether a worker's settlements get on. */
export interface SettlementWatch extends Watched {
  /** Is told of batches that were settled by this worker. */
  settled(): void;
}

const EVERY_MS = 5_000;

/** A batch is settled within a second or two of being due. */
const LATE_MS = 10_000;

/** Tasks that wait for so long wait for a worker: one that polls takes them at once. */
const UNSERVED_SECONDS = 10;

const DEADLINE_MS = 2_000;

/** Watches that batches are settled while some are due, by this worker or by others. */
export function watchSettlement(options: SettlementWatching, stop: AbortSignal): SettlementWatch {
  const { everyMs = EVERY_MS } = options;
  let wellAt = performance.now();
  let sawTables = true;
  const look = async () => {
    try {
      const late = await isLate(options);
      sawTables = true;
      if (!late) wellAt = performance.now();
    } catch {
      sawTables = false;
    }
  };
  const run = async () => {
    while (!stop.aborted) {
      await sleep(everyMs, undefined, { signal: stop, ref: false }).catch(() => undefined);
      if (!stop.aborted) await look();
    }
  };
  void run();
  return {
    name: "the last settlement",
    settled: () => void (wellAt = performance.now()),
    stalledMs: () => Math.max(0, performance.now() - wellAt - everyMs),
    limitMs: END_AFTER_MS,
    async wouldGetOn() {
      if (!options.hasFreeSlots() || !(await options.answersAfresh())) return false;
      // A relay that is away wakes no lane: then nothing waits for a worker.
      return !sawTables || (await options.unservedSeconds()) >= UNSERVED_SECONDS;
    },
  };
}

async function isLate({ em, lanes, alarm }: SettlementWatching): Promise<boolean> {
  const found = await findDueLanes(em.fork(), laneShares(lanes));
  alarm(found);
  const { now, lanes: due } = found;
  return due.some(({ oldestAt }) => now.getTime() - oldestAt.getTime() > LATE_MS);
}

/** How long the oldest task of the queue has waited, in seconds; 0 when Temporal does not say. */
export async function readUnservedSeconds(
  temporal: Client,
  { namespace, taskQueue }: Omit<PollerSearch, "identity">,
): Promise<number> {
  try {
    const { stats } = await temporal.withDeadline(Date.now() + DEADLINE_MS, () =>
      temporal.workflowService.describeTaskQueue({
        namespace,
        taskQueue: { name: taskQueue },
        reportStats: true,
      }),
    );
    return Number(stats?.approximateBacklogAge?.seconds ?? 0);
  } catch {
    return 0;
  }
}
