import type { Logger } from "pino";
import type { DueLanes } from "../../db/sync/settlement/lanes.ts";
import { NOT_READY_AFTER_MS } from "../watch/watch-progress.ts";
import type { ActsUnderWay } from "./acts-under-way.ts";
import type { WorkerMetrics } from "./worker-metrics.ts";

/** What the alarm tells, and where. */
export interface LaneAlarmOptions {
  readonly acts: Pick<ActsUnderWay, "byName">;
  readonly metrics: Pick<WorkerMetrics, "showStuckLanes">;
  readonly log: Logger;
}

/** Is told of each look at the lanes. */
export type LaneAlarm = (found: DueLanes) => void;

interface Standstill {
  readonly oldestAt: number;
  readonly since: number;
  told: boolean;
}

/**
 * Tells of lanes whose oldest due batch has stayed the same for 15 s, with the acts that fill this worker's slots
 * meanwhile (docs/rules.md#storage-links).
 */
export function createLaneAlarm({ acts, metrics, log }: LaneAlarmOptions): LaneAlarm {
  const standstills = new Map<number, Standstill>();
  return ({ now, lanes }) => {
    const due = new Map(lanes.map(({ lane, oldestAt }) => [lane, oldestAt.getTime()]));
    for (const lane of standstills.keys()) if (!due.has(lane)) standstills.delete(lane);
    for (const [lane, oldestAt] of due) {
      if (standstills.get(lane)?.oldestAt !== oldestAt)
        standstills.set(lane, { oldestAt, since: now.getTime(), told: false });
    }
    const stuck = [...standstills].filter(
      ([, { since }]) => now.getTime() - since >= NOT_READY_AFTER_MS,
    );
    metrics.showStuckLanes(stuck.length);
    for (const [lane, standstill] of stuck) {
      if (standstill.told) continue;
      standstill.told = true;
      const stalledMs = now.getTime() - standstill.since;
      log.error(
        { lane, stalledMs, acts: acts.byName() },
        "a lane does not get on while batches wait",
      );
    }
  };
}
