import {
  type DaysRound,
  type LaneRound,
  type LaneWaking,
  wakeLanes,
  wakeLanesOfDays,
} from "../../activities/sync/settlement/wake-lanes.ts";
import { nextLaneScan } from "../../rules/outbox/next-lane-scan.ts";
import { USUAL_LANE_PACE, type LanePace } from "../../rules/sync/judge-lane-wake.ts";
import { createBell } from "./bell.ts";
import type { RelayMetrics } from "./relay-metrics.ts";
import type { Turn } from "./turn.ts";

/**
 * Finds batches and days that are due by time, and wakes their lanes (docs/rooms/storage.md#relay). The scan for days is
 * rarer: lanes wait for them by timers of their own.
 */
export function settlementCycle(options: SettlementCycleOptions): SettlementTurn {
  const { lanePace: pace = USUAL_LANE_PACE, scanEveryMs = SCAN_EVERY_MS, metrics } = options;
  const batches: LaneRound = { reason: "SyncBatchAdmitted", pace, wakes: new Map() };
  const days: DaysRound = {
    reason: "SWEPT",
    pace: DAYS_PACE,
    wakes: new Map(),
    lateBySeconds: LATE_SECONDS,
  };
  let daysAt = -Infinity;
  let dueCount = 0;
  return {
    name: "settlement",
    slackMs: 0,
    bell: createBell(),
    isSettling: () => dueCount > 0,
    async act() {
      const report = await wakeLanes(options, batches);
      ({ dueCount } = report);
      metrics.showLanes(report);
      const now = performance.now();
      if (now >= daysAt) {
        daysAt = now + SCANS_BETWEEN * scanEveryMs;
        await wakeLanesOfDays(options, days);
      }
      return nextLaneScan(report, scanEveryMs);
    },
  };
}

/** The loop; `isSettling` says whether the last scan found due batches. */
export type SettlementTurn = Turn & { readonly isSettling: () => boolean };

/** The options of the loop. */
export interface SettlementCycleOptions extends LaneWaking {
  readonly metrics: RelayMetrics;
  /** Only tests scan at other intervals. */
  readonly scanEveryMs?: number;
  /** Only tests wake lanes more often. */
  readonly lanePace?: LanePace;
}

/** How often an idle relay scans for due rows. */
export const SCAN_EVERY_MS = 1_000;

/** One scan in ten is also for days. */
const SCANS_BETWEEN = 10;

/** A lane that is at work is not woken for days whose timer has just rung. */
const LATE_SECONDS = 30;

/** A lane that was woken for days and left them behind tries them again by itself. */
const DAYS_PACE: LanePace = { everyMs: 60_000, longestMs: 300_000 };
