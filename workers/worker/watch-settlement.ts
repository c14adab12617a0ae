import { setTimeout as sleep } from "node:timers/promises";
import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { findWaitingLanes } from "../../db/sync/settlement/find-due-lanes.ts";
import { laneShares } from "../../rules/sync/lane-share.ts";
import { END_AFTER_MS, type Watched } from "../watch/watch-progress.ts";
import type { LaneAlarm } from "./lane-alarm.ts";

/** Monitors that due batches are settled, by this worker or by others. */
export function watchSettlement(options: SettlementWatching, stop: AbortSignal): SettlementWatch {
  const { everyMs = EVERY_MS, alarm } = options;
  let wellAt = performance.now();
  let sawTables = true;
  const check = async () => {
    try {
      const late = await isLate(options);
      sawTables = true;
      if (!late) wellAt = performance.now();
    } catch {
      sawTables = false;
      await alarm(null);
    }
  };
  const run = async () => {
    while (!stop.aborted) {
      await sleep(everyMs, undefined, { signal: stop, ref: false }).catch(() => undefined);
      if (!stop.aborted) await check();
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
      // A relay that is down wakes no lane: then nothing waits for a worker.
      return !sawTables || (await options.backlogMs()) >= UNSERVED_MS;
    },
  };
}

/** The dependencies of the settlement watch. */
export interface SettlementWatching {
  readonly em: SqlEntityManager;
  readonly lanes: number;
  /** Whether database and Temporal answer on new connections. */
  readonly answersAfresh: () => Promise<boolean>;
  /** How long the oldest task has waited for a worker, in milliseconds. */
  readonly backlogMs: () => Promise<number>;
  /** Whether this worker has a free slot: if it is full, a restarted one would be full too. */
  readonly hasFreeSlots: () => boolean;
  /** Receives each poll of the lanes. */
  readonly alarm: LaneAlarm;
  /** Only tests poll more often. */
  readonly everyMs?: number;
}

/** Whether a worker's settlements make progress. */
export interface SettlementWatch extends Watched {
  /** Called for batches that this worker settled. */
  settled(): void;
}

const EVERY_MS = 5_000;

/** Normally a batch is settled within a second or two of being due. */
const LATE_MS = 10_000;

/** Tasks that wait this long have no worker: a polling one takes them at once. */
const UNSERVED_MS = 10_000;

async function isLate({ em, lanes, alarm }: SettlementWatching): Promise<boolean> {
  const found = await findWaitingLanes(em.fork(), laneShares(lanes));
  await alarm(found);
  const { now, lanes: due } = found;
  return due.some(({ oldestAt }) => now.getTime() - oldestAt.getTime() > LATE_MS);
}
