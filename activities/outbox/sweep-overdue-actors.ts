import { setTimeout as sleep } from "node:timers/promises";
import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { REPAIR_REASONS } from "../../contract/outbox/vocabulary.ts";
import {
  findOverdueActors,
  type OverdueActor,
  type Overdue,
} from "../../db/outbox/overdue-actors.ts";
import { inParallel } from "./in-parallel.ts";
import type { WakeActor } from "./wake-actor.ts";

/** What telling overdue actors needs. */
export interface SweepDeps {
  readonly em: SqlEntityManager;
  readonly wakeActor: WakeActor;
}

/** One round of repair: whom to tell, why, and how fast. */
export interface Sweep extends Overdue {
  readonly reason: (typeof REPAIR_REASONS)[number];
  /** Wake-ups a second; null as fast as they are taken. */
  readonly perSecond: number | null;
}

/** How a round of repair went. */
export interface SweepReport {
  readonly foundCount: number;
  readonly toldCount: number;
}

const WIDTH = 4;

/**
 * Tells actors that are late again: repair for lost signals, terminated actors and deleted Temporal data
 * (docs/rules.md#actors-repair). One that cannot be told is found again by the next round.
 */
export async function sweepOverdueActors(
  { em, wakeActor }: SweepDeps,
  { reason, perSecond, ...overdue }: Sweep,
  stop: AbortSignal,
): Promise<SweepReport> {
  const late = await findOverdueActors(em.fork(), overdue);
  const pace = pacer(perSecond);
  let toldCount = 0;
  const tell = async ({ workflowId, subjectId }: OverdueActor) => {
    if (stop.aborted) return;
    await pace();
    const failure = await wakeActor({ workflowId, reason, id: subjectId, version: 0 });
    if (failure === null) toldCount += 1;
  };
  await inParallel(WIDTH, late, tell);
  return { foundCount: late.length, toldCount };
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
