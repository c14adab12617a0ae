import type { Logger } from "pino";
import { relayPass, type RelayDeps } from "../../activities/outbox/relay-pass.ts";
import {
  type Sweep,
  sweepOverdueActors,
  type SweepDeps,
} from "../../activities/outbox/sweep-overdue-actors.ts";
import type { LaneWaking } from "../../activities/sync/settlement/wake-lanes.ts";
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
import { findDueConsumers } from "../../db/outbox/find-due-consumers.ts";
import type { LanePace } from "../../rules/sync/judge-lane-wake.ts";
import { createBell } from "./bell.ts";
import { actors as productActors, type ProductActor } from "../actors.ts";
import { lanesOf } from "./lanes.ts";
import type { RelayMetrics } from "./relay-metrics.ts";
import { readRestoreTest } from "./restore-test-result.ts";
import { createCycleProgress, type CycleProgress } from "./cycle-progress.ts";
import { SCAN_EVERY_MS, settlementCycle } from "./settlement-cycle.ts";
import { startsCycle } from "./starts-cycle.ts";
import { LANE_SLEEPS_MS, rest, type RungLane, type Turn } from "./turn.ts";

/**
 * Runs every lane of the outbox and the sweep until asked to stop; then finishes the current passes. A hint
 * wakes it to scan for due rows and batches; it also scans every second. A lane runs once the scan finds rows of it.
 */
export async function runRelay(options: RelayOptions, stop: AbortSignal): Promise<void> {
  const lanes = lanesOf(options.actors).map((lane) => ({ ...lane, bell: createBell() }));
  const settlement = settlementCycle(options);
  const scans = [outboxCycle(options, lanes), settlement];
  options.hints?.onHint(() => {
    for (const { bell } of scans) bell.ring();
  });
  const all = [
    ...lanes.map((lane) =>
      lane.yieldsTo === undefined
        ? laneCycle(options, lane, stop)
        : startsCycle({ ...options, isSettling: settlement.isSettling }, lane, stop),
    ),
    ...scans,
    sweepCycle(options, stop),
    measureCycle(options),
  ];
  const { log, progress = createCycleProgress() } = options;
  for (const { name, slackMs } of all) progress.expect(name, slackMs);
  await Promise.all(all.map((turn) => repeat(turn, { log, progress }, stop)));
}

/** Hints that a commit made something due. */
export interface Hints {
  /** Registers the only listener. */
  onHint(listener: () => void): void;
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
  /** Hints that something is due; without them it is found a second later. */
  readonly hints?: Hints;
  /** Only tests scan at other intervals. */
  readonly scanEveryMs?: number;
  /** Only tests have all lanes run without a pause. */
  readonly restless?: boolean;
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

/** Finds the lanes with due rows, by one statement for all of them. */
function outboxCycle(
  { em, scanEveryMs = SCAN_EVERY_MS }: RelayOptions,
  lanes: readonly RungLane[],
): Turn {
  const all = lanes.flatMap(({ consumers }) => consumers);
  return {
    name: "outbox",
    slackMs: 0,
    bell: createBell(),
    async act() {
      const due = await findDueConsumers(em.fork(), all);
      for (const { consumers, bell } of lanes)
        if (consumers.some((consumer) => due.has(consumer))) bell.ring();
      return scanEveryMs;
    },
  };
}

function laneCycle(options: RelayOptions, lane: RungLane, stop: AbortSignal): Turn {
  const { name, limit, slackMs = 0, bell } = lane;
  const restMs = options.restless === true ? 0 : (lane.restMs ?? 0);
  return {
    name,
    slackMs: slackMs + restMs + LANE_SLEEPS_MS,
    bell,
    async act(rang) {
      if (!rang) return LANE_SLEEPS_MS;
      const delivered = await relayPass(options, lane, stop);
      options.metrics.countPass(delivered);
      // A full pass left rows behind.
      if (delivered.length === limit) bell.ring();
      else await rest(restMs, stop);
      return LANE_SLEEPS_MS;
    },
  };
}

function sweepCycle(options: RelayOptions, stop: AbortSignal): Turn {
  const { everyMs, ...sweeping } = options.sweep ?? USUAL_SWEEP;
  return {
    name: "sweep",
    bell: createBell(),
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
    bell: createBell(),
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

/** A fault costs one run: it is logged, and the loop tries again until a run succeeds. */
async function repeat(
  { name, act, bell }: Turn,
  { log, progress }: Required<Pick<RelayOptions, "log" | "progress">>,
  stop: AbortSignal,
): Promise<void> {
  let rang = true;
  while (!stop.aborted) {
    let pauseMs = PAUSE_AFTER_FAULT_MS;
    let failed = false;
    try {
      pauseMs = await act(rang);
      progress.endedWell(name);
    } catch (error) {
      failed = true;
      log.error(
        { loop: name, failureClass: faultClassOf(error), err: error },
        "a loop of the relay failed",
      );
    }
    rang = (await bell.sleep(pauseMs, stop)) || failed;
  }
}
