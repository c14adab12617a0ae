import type { Logger } from "pino";
import type { WaitingLane, WaitingLanes } from "../../db/sync/settlement/find-due-lanes.ts";
import { NOT_READY_AFTER_MS } from "../watch/watch-progress.ts";
import type { ActsUnderWay } from "./acts-under-way.ts";
import type { WorkerMetrics } from "./worker-metrics.ts";

/** Receives each poll of the lanes; null for a failed poll. */
export type LaneAlarm = (found: WaitingLanes | null) => Promise<void>;

/** The options of the alarm. */
export interface LaneAlarmOptions {
  readonly acts: Pick<ActsUnderWay, "byName">;
  readonly metrics: Pick<WorkerMetrics, "showStuckLanes">;
  readonly log: Logger;
  /** Whether the lane settled a batch that was admitted after `since`. */
  readonly hasSettledSince: (lane: number, since: Date) => Promise<boolean>;
  /** Only tests use a shorter time. */
  readonly afterMs?: number;
  /** Milliseconds of the process's own clock; only tests use another one. */
  readonly clock?: () => number;
}

/** A lane that settled and postponed nothing, according to the polls. */
interface Standstill {
  /** By the process's monotonic clock. */
  readonly since: number;
  /** The same moment by the database's clock. */
  readonly sinceAt: Date;
  readonly batches: readonly string[];
  isReported: boolean;
}

/**
 * Polls further apart than this are not consecutive: a process frozen in between does not know whether a lane worked.
 */
const LONGEST_GAP_MS = 10_000;

/**
 * Reports lanes that have settled and postponed nothing for 15 s although batches wait, with the acts that occupy
 * this worker's slots (docs/rooms/storage.md#connections). The oldest batch alone proves nothing: while its
 * relationship is locked, the lane skips it and settles others.
 */
export function createLaneAlarm(options: LaneAlarmOptions): LaneAlarm {
  const { acts, metrics, log, hasSettledSince } = options;
  const { afterMs = NOT_READY_AFTER_MS, clock = () => performance.now() } = options;
  let standstills: ReadonlyMap<number, Standstill> = new Map();
  let checkedAt = clock();
  const follow = async (waiting: WaitingLane, now: Date): Promise<Standstill> => {
    const { lane, batches } = waiting;
    const begun = { since: checkedAt, sinceAt: now, batches, isReported: false };
    const before = standstills.get(lane);
    if (before === undefined || before.batches.some((batch) => !batches.includes(batch)))
      return begun;
    const isLong = checkedAt - before.since >= afterMs;
    if (isLong && (await hasSettledSince(lane, before.sinceAt))) return begun;
    return { ...before, batches };
  };
  return async (found) => {
    const at = clock();
    const isInSeries = at - checkedAt <= LONGEST_GAP_MS;
    checkedAt = at;
    if (found === null || !isInSeries) standstills = new Map();
    if (found === null) {
      metrics.showStuckLanes(0);
      return;
    }
    const followed = new Map<number, Standstill>();
    for (const waiting of found.lanes) followed.set(waiting.lane, await follow(waiting, found.now));
    standstills = followed;
    const stuck = [...followed].filter(([, { since }]) => at - since >= afterMs);
    metrics.showStuckLanes(stuck.length);
    for (const [lane, standstill] of stuck) {
      if (standstill.isReported) continue;
      standstill.isReported = true;
      const stalledMs = Math.round(at - standstill.since);
      log.error({ lane, stalledMs, acts: acts.byName() }, "a lane is stuck while batches wait");
    }
  };
}
