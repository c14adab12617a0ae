import { setTimeout as sleep } from "node:timers/promises";
import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { REPAIR_REASONS } from "../../contract/outbox/vocabulary.ts";
import {
  countUnlooked,
  type OverduePage,
  type WokenActors,
} from "../../db/outbox/claim-overdue-actors.ts";
import { clockNow } from "../../db/platform/transactions/transact.ts";
import { subjectTextOf } from "../../rules/outbox/actor-names.ts";
import { FIRST_WIDTH, leftBehind, LONGEST_MS, nextWidth } from "../../rules/outbox/next-width.ts";
import type { FaultLog } from "../bisect-work.ts";
import { claimOverduePage } from "./claim-overdue-page.ts";
import type { WakeActor } from "./wake-actor.ts";

/**
 * Wakes overdue actors again, page by page, until a page is not full. It repairs lost signals, terminated actors and
 * deleted Temporal data (docs/rooms/actors.md#repair). A sweep wakes each actor once; one that could not be woken, or
 * that stays overdue, comes last in the next sweep. The size of a group depends on how quickly the previous group
 * settled. The sweep ends after five groups in which no actor could be woken, because Temporal is unavailable.
 */
export async function sweepOverdueActors(
  deps: SweepDeps,
  { reason, perSecond, lateBySeconds, limit = PAGE, onProgress = () => {} }: Sweep,
  stop: AbortSignal,
): Promise<SweepReport> {
  const { em, log } = deps;
  const since = await clockNow(em.fork());
  const wakeGroup = groupWaker(deps, { reason, since, pace: pacer(perSecond) }, stop);
  let [foundCount, wokenCount, unwoken] = [0, 0, 0];
  const goesOn = () => unwoken < UNWOKEN_GROUPS && !stop.aborted;
  const except: string[] = [];
  for (let full = true; full && goesOn();) {
    const page = { lateBySeconds, limit, since, except };
    const { workflowIds, unmarked } = await claimOverduePage(em, page, log);
    except.push(...unmarked);
    foundCount += workflowIds.length;
    for (let at = 0; at < workflowIds.length && goesOn();) {
      const { groupSize, groupWoken } = await wakeGroup(workflowIds.slice(at));
      at += groupSize;
      wokenCount += groupWoken;
      unwoken = groupWoken === 0 ? unwoken + 1 : 0;
      onProgress();
    }
    full = workflowIds.length === limit;
  }
  return { foundCount, wokenCount };
}

/** Dependencies of a sweep. */
export interface SweepDeps {
  readonly em: SqlEntityManager;
  readonly wakeActor: WakeActor;
  /** Log for each actor that cannot be marked as woken. */
  readonly log?: FaultLog | undefined;
}

/** One sweep: which actors to wake, why, and how fast. */
export interface Sweep extends Pick<OverduePage, "lateBySeconds"> {
  readonly reason: (typeof REPAIR_REASONS)[number];
  /** Most wakes a second; null for no limit. */
  readonly perSecond: number | null;
  /** Actors per page; only tests override it. */
  readonly limit?: number;
  /** Called after each group of actors that was woken together. */
  readonly onProgress?: () => void;
}

/** The result of a sweep. */
export interface SweepReport {
  readonly foundCount: number;
  readonly wokenCount: number;
}

const PAGE = 200;

/** A sweep ends after this many groups in a row in which no actor could be woken. */
const UNWOKEN_GROUPS = 5;

/** Wakes the first of the given actors, as many as can settle at once, judged by the previous group. */
function groupWaker(
  { em, wakeActor }: SweepDeps,
  { reason, since, pace }: Pick<Sweep, "reason"> & Round,
  stop: AbortSignal,
) {
  let width = FIRST_WIDTH;
  const wake = async (workflowId: string) => {
    await pace();
    return await wakeActor({ workflowId, reason, id: subjectTextOf(workflowId), version: 0 });
  };
  return async (workflowIds: readonly string[]) => {
    const group = workflowIds.slice(0, width);
    const failures = await Promise.all(group.map(wake));
    const woken = group.filter((_, index) => failures[index] === null);
    const sweptMs = await untilSwept(em, { workflowIds: woken, since }, stop);
    width = nextWidth({ width, failedCount: group.length - woken.length, sweptMs });
    return { groupSize: group.length, groupWoken: woken.length };
  };
}

/** State shared by the groups of one sweep. */
interface Round {
  readonly since: Date;
  readonly pace: () => Promise<void>;
}

const SWEEP_EVERY_MS = 50;

/**
 * Waits until the rows of most actors show that they settled.
 *
 * @returns milliseconds; null after a timeout.
 */
async function untilSwept(
  em: SweepDeps["em"],
  woken: WokenActors,
  stop: AbortSignal,
): Promise<number | null> {
  const from = performance.now();
  const most = leftBehind(woken.workflowIds.length);
  while (!stop.aborted && (await countUnlooked(em.fork(), woken)) > most) {
    if (performance.now() - from > LONGEST_MS) return null;
    await sleep(SWEEP_EVERY_MS, undefined, { signal: stop }).catch(() => undefined);
  }
  return performance.now() - from;
}

/** Rate limiter: spreads callers evenly over each second. */
function pacer(perSecond: number | null): () => Promise<void> {
  if (perSecond === null) return async () => {};
  let nextAt = performance.now();
  return async () => {
    const wait = nextAt - performance.now();
    nextAt = Math.max(nextAt, performance.now()) + 1_000 / perSecond;
    if (wait > 0) await sleep(wait);
  };
}
