import { setTimeout as sleep } from "node:timers/promises";
import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { REPAIR_REASONS } from "../../contract/outbox/vocabulary.ts";
import { claimOverdueActors, type OverduePage } from "../../db/outbox/overdue-actors.ts";
import { clockNow } from "../../db/transact.ts";
import { subjectTextOf } from "../../rules/outbox/actor-names.ts";
import { inParallel } from "./in-parallel.ts";
import type { WakeActor } from "./wake-actor.ts";

/** What telling overdue actors needs. */
export interface SweepDeps {
  readonly em: SqlEntityManager;
  readonly wakeActor: WakeActor;
}

/** One round of repair: whom to tell, why, and how fast. */
export interface Sweep extends Pick<OverduePage, "lateBySeconds"> {
  readonly reason: (typeof REPAIR_REASONS)[number];
  /** Wake-ups a second; null as fast as they are taken. */
  readonly perSecond: number | null;
  /** Actors of a page; only tests set another than the usual one. */
  readonly limit?: number;
}

/** How a round of repair went. */
export interface SweepReport {
  readonly foundCount: number;
  readonly toldCount: number;
}

const WIDTH = 4;
const PAGE = 500;

/**
 * Tells actors that are late again, page after page until one is not full: repair for lost signals,
 * terminated actors and deleted Temporal data (docs/rules.md#actors-repair). Each is told once in a round; one
 * that could not be, or that stays late, comes after the others in the next.
 */
export async function sweepOverdueActors(
  { em, wakeActor }: SweepDeps,
  { reason, perSecond, lateBySeconds, limit = PAGE }: Sweep,
  stop: AbortSignal,
): Promise<SweepReport> {
  const since = await clockNow(em.fork());
  const pace = pacer(perSecond);
  const report = { foundCount: 0, toldCount: 0 };
  const tell = async (workflowId: string) => {
    if (stop.aborted) return;
    await pace();
    const failure = await wakeActor({
      workflowId,
      reason,
      id: subjectTextOf(workflowId),
      version: 0,
    });
    if (failure === null) report.toldCount += 1;
  };
  for (let full = true; full && !stop.aborted;) {
    const page = await claimOverdueActors(em.fork(), { lateBySeconds, limit, since });
    report.foundCount += page.length;
    await inParallel(WIDTH, page, tell);
    full = page.length === limit;
  }
  return report;
}

/** Lets callers through one by one, evenly spread over the second. */
function pacer(perSecond: number | null): () => Promise<void> {
  if (perSecond === null) return async () => {};
  let nextAt = performance.now();
  return async () => {
    const wait = nextAt - performance.now();
    nextAt = Math.max(nextAt, performance.now()) + 1_000 / perSecond;
    if (wait > 0) await sleep(wait);
  };
}
