import type { Client } from "@temporalio/client";
import type { Logger } from "pino";
import {
  sweepOverdueActors,
  type SweepDeps,
} from "../../activities/outbox/sweep-overdue-actors.ts";
import { type LaneWaking, wakeLanesOfDays } from "../../activities/sync/settlement/wake-lanes.ts";
import { USUAL_LANE_PACE } from "../../rules/sync/judge-lane-wake.ts";
import { ensureNamespace } from "./ensure-namespace.ts";
import { type PollTimes, pollEveryMinute } from "./poll-every-minute.ts";
import { ensureSchedules } from "./ensure-schedules.ts";
import type { WorkerMetrics } from "./worker-metrics.ts";

/** The options for keeping Temporal set up. */
export interface EnsureTemporal
  extends SweepDeps, LaneWaking, Pick<PollTimes, "returns" | "everyMs"> {
  readonly temporal: Client;
  readonly namespace: string;
  /** Others administer the namespace. */
  readonly isForeign?: boolean;
  readonly taskQueue: string;
  readonly metrics: Pick<WorkerMetrics, "showMissing" | "showNewerTable">;
  readonly log: Logger;
}

/** Wakes all actors at a rate that Temporal can take alongside its other load (docs/rooms/actors.md#repair). */
export const WAKE_ALL = { reason: "RECONCILED", lateBySeconds: null, perSecond: 100 } as const;

/**
 * Checks every minute, and when the link is back, that Temporal has the namespace, the search attributes and the
 * schedules. It creates missing ones. If all were lost, every waiting actor is woken, even before its deadline
 * (docs/rooms/actors.md#repair).
 *
 * @returns once everything exists for the first time, or the process gets a stop signal.
 */
export function ensureTemporal(options: EnsureTemporal, stop: AbortSignal): Promise<void> {
  const first = Promise.withResolvers<void>();
  const wakeAllActors = async () => {
    // Callers of the first check need not wait until all actors are woken.
    first.resolve();
    await wakeAll(options, stop);
  };
  const poll = async () => {
    const wentWell = await ensureAll(options, { wakeAllActors, stop });
    if (wentWell) first.resolve();
    return wentWell;
  };
  void pollEveryMinute(poll, options, stop).then(first.resolve);
  return first.promise;
}

/** Returns whether it succeeded. */
async function ensureAll(
  options: EnsureTemporal,
  {
    wakeAllActors,
    stop,
  }: { readonly wakeAllActors: () => Promise<void>; readonly stop: AbortSignal },
): Promise<boolean> {
  const { temporal, namespace, isForeign, taskQueue, metrics, log } = options;
  try {
    await ensureNamespace(temporal.connection, namespace, isForeign);
    const { made, newerTable } = await ensureSchedules(temporal, taskQueue, {
      wakeAll: wakeAllActors,
    });
    metrics.showMissing(made.length);
    metrics.showNewerTable(newerTable !== null);
    if (made.length > 0) log.warn({ missing: made }, "missing schedules were created");
    return true;
  } catch (error) {
    if (!stop.aborted) log.warn({ err: error }, "Temporal could not be checked");
    return false;
  }
}

/** @throws Error if an actor could not be woken; then all are woken once more. */
async function wakeAll(deps: EnsureTemporal, stop: AbortSignal): Promise<void> {
  const { log } = deps;
  // Lanes wait for their days; the relay wakes those with batches.
  const lanes = await wakeLanesOfDays(deps, {
    reason: WAKE_ALL.reason,
    lateBySeconds: null,
    pace: USUAL_LANE_PACE,
    wakes: new Map(),
  });
  const report = await sweepOverdueActors(deps, WAKE_ALL, stop);
  const lost = { ...report, lanes: lanes.dueCount };
  if (report.foundCount + lanes.dueCount > 0)
    log.warn(lost, "Temporal had lost its data: waiting actors were woken again");
  const unwoken = report.foundCount - report.wokenCount + lanes.dueCount - lanes.wokenCount;
  if (stop.aborted || unwoken > 0) throw new Error("Not every actor could be woken");
}
