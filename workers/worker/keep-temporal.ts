import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "@temporalio/client";
import type { Logger } from "pino";
import {
  sweepOverdueActors,
  type SweepDeps,
} from "../../activities/outbox/sweep-overdue-actors.ts";
import { ensureNamespace } from "./ensure-namespace.ts";
import { ensureSchedules } from "./schedules.ts";
import type { WorkerMetrics } from "./worker-metrics.ts";

/** What keeping Temporal as the product needs it takes. */
export interface TemporalKeeping extends SweepDeps {
  readonly temporal: Client;
  readonly namespace: string;
  readonly taskQueue: string;
  readonly metrics: Pick<WorkerMetrics, "showMissing">;
  readonly log: Logger;
  /** How often the link to Temporal came back; each time it may be to another's data. */
  readonly returns?: () => number;
  /** Only tests look more often. */
  readonly everyMs?: number;
}

const EVERY_MS = 60_000;
const LOOK_MS = 500;

/** Thirty thousand actors within five minutes (docs/rules.md#actors-repair). */
const PER_SECOND = 100;

/**
 * Looks every minute, and when the link is back, that Temporal has what the product needs: the namespace, the
 * search attributes and the schedules. What is missing is made; when all was lost, every actor that waits for
 * anything is told again, what lies ahead too (docs/rules.md#actors-repair).
 *
 * @returns when it has for the first time, or the process is told to stop.
 */
export function keepTemporal(options: TemporalKeeping, stop: AbortSignal): Promise<void> {
  const { returns = () => 0, everyMs = EVERY_MS } = options;
  const first = Promise.withResolvers<void>();
  const run = async () => {
    while (!stop.aborted) {
      const seen = returns();
      const tell = async () => {
        // Who waits for the first look need not wait until everybody was told.
        first.resolve();
        await tellAll(options, stop);
      };
      const ended = await lookAt(options, { tell, stop });
      if (ended) first.resolve();
      const until = performance.now() + (ended ? everyMs : LOOK_MS * 2);
      while (!stop.aborted && performance.now() < until && returns() === seen) {
        const pauseMs = Math.min(LOOK_MS, everyMs);
        await sleep(pauseMs, undefined, { signal: stop, ref: false }).catch(() => undefined);
      }
    }
    first.resolve();
  };
  void run();
  return first.promise;
}

/** Answers whether it went well. */
async function lookAt(
  options: TemporalKeeping,
  { tell, stop }: { readonly tell: () => Promise<void>; readonly stop: AbortSignal },
): Promise<boolean> {
  const { temporal, namespace, taskQueue, metrics, log } = options;
  try {
    await ensureNamespace(temporal.connection, namespace);
    const missing = await ensureSchedules(temporal, taskQueue, tell);
    metrics.showMissing(missing.length);
    if (missing.length > 0) log.warn({ missing }, "schedules were missing and made again");
    return true;
  } catch (error) {
    if (!stop.aborted) log.warn({ err: error }, "Temporal could not be looked at");
    return false;
  }
}

/** @throws Error when somebody could not be told: then all are told once more. */
async function tellAll({ em, wakeActor, log }: TemporalKeeping, stop: AbortSignal): Promise<void> {
  const all = { reason: "RECONCILED", lateBySeconds: null, perSecond: PER_SECOND } as const;
  const report = await sweepOverdueActors({ em, wakeActor }, all, stop);
  if (report.foundCount > 0) log.warn(report, "Temporal knew nothing: who waits was told again");
  if (stop.aborted || report.toldCount < report.foundCount)
    throw new Error("Not every actor could be told");
}
