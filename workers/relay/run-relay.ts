import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import { relayPass, type Lane, type RelayDeps } from "../../activities/outbox/relay-pass.ts";
import {
  type Sweep,
  sweepOverdueActors,
  type SweepDeps,
} from "../../activities/outbox/sweep-overdue-actors.ts";
import { wakeLanes, type LaneWaking } from "../../activities/sync/settlement/wake-lanes.ts";
import { findDaysHealth } from "../../db/agenda/calendar/days-health.ts";
import { explainUsage } from "../../activities/exercises/media/explain-usage.ts";
import { listLibraryHealth } from "../../db/exercises/library-health.ts";
import { findInboxHealth } from "../../db/inbox/inbox-health.ts";
import { countFailedLines } from "../../db/invitations/imports/queries.ts";
import { faultClassOf } from "../../db/platform/transactions/fault-class.ts";
import { listPartitionHealth } from "../../db/platform/partitions/partitions.ts";
import { countUnsettled } from "../../db/sync/settlement/find-due-lanes.ts";
import {
  countFailingActors,
  findOutboxHealth,
  listOverdueDelays,
} from "../../db/outbox/queries.ts";
import { nextPoll } from "../../rules/outbox/next-poll.ts";
import { USUAL_LANE_PACE, type LanePace, type LaneWake } from "../../rules/sync/judge-lane-wake.ts";
import { actors as productActors, type ProductActor } from "../actors.ts";
import { lanesOf } from "./lanes.ts";
import type { RelayMetrics } from "./relay-metrics.ts";
import { readRestoreTest } from "./restore-test-result.ts";
import { createCycleProgress, type CycleProgress } from "./cycle-progress.ts";

/** Runs every lane of the outbox and the sweep until asked to stop; then finishes the current passes. */
export async function runRelay(options: RelayOptions, stop: AbortSignal): Promise<void> {
  const turns = [
    ...lanesOf(options.actors).map((lane) => laneCycle(options, lane, stop)),
    settlementCycle(options),
    sweepCycle(options, stop),
  ];
  const all = [...turns, measureCycle(options)];
  const { log, progress = createCycleProgress() } = options;
  for (const { name, slackMs } of all) progress.expect(name, slackMs);
  await Promise.all(all.map((turn) => repeat(turn, { log, progress }, stop)));
}

/** How often overdue actors are woken again, and how late they must be. */
export interface SweepTimes {
  readonly everyMs: number;
  readonly lateBySeconds: number;
  /** Maximum wake-ups a second. */
  readonly perSecond: number;
}

/** The options of a relay. */
export interface RelayOptions extends RelayDeps, SweepDeps, LaneWaking {
  readonly metrics: RelayMetrics;
  readonly log: Logger;
  /** Where loops report success; not tracked by default. */
  readonly progress?: CycleProgress;
  /** File with the result of the last restore test; null if none is made. */
  readonly restoreTestFile?: string | null;
  /** Only tests sweep at other intervals. */
  readonly sweep?: SweepTimes;
  /** Only tests wake lanes more often. */
  readonly lanePace?: LanePace;
  /** Only tests wake other actors than the product's. */
  readonly actors?: readonly ProductActor[];
}

/**
 * Interval, minimum delay and rate (docs/rooms/storage.md#relay): ten thousand overdue actors are woken within five
 * minutes.
 */
export const USUAL_SWEEP: SweepTimes = { everyMs: 60_000, lateBySeconds: 120, perSecond: 100 };

const MEASURE_EVERY_MS = 10_000;
const PAUSE_AFTER_FAULT_MS = 1_000;
const POLL_LANES_EVERY_MS = 200;

/** A loop of the relay; `act` returns the pause before its next run, in milliseconds. */
interface Turn {
  readonly name: string;
  /** Allowed time, pause included, in addition to the default of every loop. */
  readonly slackMs: number;
  readonly act: () => Promise<number>;
}

function laneCycle(options: RelayOptions, lane: Lane, stop: AbortSignal): Turn {
  let emptyPasses = 0;
  return {
    name: lane.name,
    slackMs: lane.slackMs ?? 0,
    async act() {
      const delivered = await relayPass(options, lane, stop);
      options.metrics.countPass(delivered);
      emptyPasses = delivered.length === 0 ? emptyPasses + 1 : 0;
      return nextPoll({ leasedCount: delivered.length, leaseLimit: lane.limit, emptyPasses });
    },
  };
}

function settlementCycle(options: RelayOptions): Turn {
  const wakes = new Map<number, LaneWake>();
  const { lanePace: pace = USUAL_LANE_PACE } = options;
  return {
    name: "settlement",
    slackMs: 0,
    async act() {
      options.metrics.showLanes(
        await wakeLanes(options, { reason: "SyncBatchAdmitted", pace, wakes }),
      );
      return POLL_LANES_EVERY_MS;
    },
  };
}

function sweepCycle(options: RelayOptions, stop: AbortSignal): Turn {
  const { everyMs, ...sweeping } = options.sweep ?? USUAL_SWEEP;
  return {
    name: "sweep",
    // A sweep may take any time: each group of actors that it wakes counts as progress.
    slackMs: everyMs,
    async act() {
      const onProgress = () => options.progress?.endedWell("sweep");
      await sweep(options, { ...sweeping, onProgress }, stop);
      return everyMs;
    },
  };
}

function measureCycle({
  em,
  metrics,
  actors = productActors,
  restoreTestFile = null,
}: RelayOptions): Turn {
  const kinds = actors.map(({ definition }) => definition.kind);
  return {
    name: "measure",
    slackMs: MEASURE_EVERY_MS,
    async act() {
      if (restoreTestFile !== null)
        metrics.showRestoreTest(await readRestoreTest(restoreTestFile), new Date());
      metrics.showHealth(await findOutboxHealth(em.fork()));
      metrics.showUnsettled(await countUnsettled(em.fork()));
      metrics.showDays(await findDaysHealth(em.fork()));
      metrics.showInbox(await findInboxHealth(em.fork()));
      const providers = await listLibraryHealth(em.fork());
      metrics.showLibrary({ providers, usage: await explainUsage(em.fork()) });
      metrics.showFailedLines(await countFailedLines(em.fork()));
      metrics.showFailing(await countFailingActors(em.fork()), kinds);
      metrics.showOverdue(await listOverdueDelays(em.fork()), kinds);
      metrics.showPartitions(await listPartitionHealth(em.fork()));
      return MEASURE_EVERY_MS;
    },
  };
}

async function sweep(
  options: RelayOptions,
  sweeping: Omit<Sweep, "reason">,
  stop: AbortSignal,
): Promise<void> {
  const report = await sweepOverdueActors(options, { reason: "SWEPT", ...sweeping }, stop);
  options.metrics.countSweep(report);
  if (report.foundCount > 0) options.log.info(report, "overdue actors were woken again");
}

/** A fault costs one run: it is logged, and the loop continues. */
async function repeat(
  { name, act }: Turn,
  { log, progress }: Required<Pick<RelayOptions, "log" | "progress">>,
  stop: AbortSignal,
): Promise<void> {
  while (!stop.aborted) {
    let pauseMs = PAUSE_AFTER_FAULT_MS;
    try {
      pauseMs = await act();
      progress.endedWell(name);
    } catch (error) {
      log.error(
        { loop: name, failureClass: faultClassOf(error), err: error },
        "a loop of the relay failed",
      );
    }
    await sleep(pauseMs, undefined, { signal: stop }).catch(() => undefined);
  }
}
