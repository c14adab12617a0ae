import { setTimeout as sleep } from "node:timers/promises";
import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { REPAIR_REASONS } from "../../contract/outbox/vocabulary.ts";
import {
  claimOverdueActors,
  countUnlooked,
  type OverduePage,
  type ToldActors,
} from "../../db/outbox/overdue-actors.ts";
import { clockNow } from "../../db/transact.ts";
import { subjectTextOf } from "../../rules/outbox/actor-names.ts";
import { FIRST_WIDTH, leftBehind, LONGEST_MS, nextWidth } from "../../rules/outbox/next-width.ts";
import type { WakeActor } from "./wake-actor.ts";

/** What telling overdue actors needs. */
export interface SweepDeps {
  readonly em: SqlEntityManager;
  readonly wakeActor: WakeActor;
}

/** One round of repair: whom to tell, why, and how fast. */
export interface Sweep extends Pick<OverduePage, "lateBySeconds"> {
  readonly reason: (typeof REPAIR_REASONS)[number];
  /** Wake-ups a second at most; null as fast as they are taken. */
  readonly perSecond: number | null;
  /** Actors of a page; only tests set another than the usual one. */
  readonly limit?: number;
  /** Called after each group that was told at once. */
  readonly onProgress?: () => void;
}

/** How a round of repair went. */
export interface SweepReport {
  readonly foundCount: number;
  readonly toldCount: number;
}

const PAGE = 200;

/** So many groups in a row of which nobody was told end a round. */
const UNHEARD_GROUPS = 5;

/**
 * Tells actors that are late again, page after page until one is not full: repair for lost signals,
 * terminated actors and deleted Temporal data (docs/rules.md#actors-repair). Each is told once in a round; one
 * that could not be, or that stays late, comes after the others in the next. How many are told at once is measured by
 * how soon those before them have looked. After five groups of which nobody could be told the round ends: Temporal is away.
 */
export async function sweepOverdueActors(
  deps: SweepDeps,
  { reason, perSecond, lateBySeconds, limit = PAGE, onProgress = () => {} }: Sweep,
  stop: AbortSignal,
): Promise<SweepReport> {
  const { em } = deps;
  const since = await clockNow(em.fork());
  const tellGroup = groupTeller(deps, { reason, since, pace: pacer(perSecond) }, stop);
  let [foundCount, toldCount, unheard] = [0, 0, 0];
  const goesOn = () => unheard < UNHEARD_GROUPS && !stop.aborted;
  for (let full = true; full && goesOn();) {
    const page = await claimOverdueActors(em.fork(), { lateBySeconds, limit, since });
    foundCount += page.length;
    for (let at = 0; at < page.length && goesOn();) {
      const { groupSize, groupTold } = await tellGroup(page.slice(at));
      at += groupSize;
      toldCount += groupTold;
      unheard = groupTold === 0 ? unheard + 1 : 0;
      onProgress();
    }
    full = page.length === limit;
  }
  return { foundCount, toldCount };
}

/** Wakes the first of those that are given, as many as the last group lets expect to look at once. */
function groupTeller(
  { em, wakeActor }: SweepDeps,
  { reason, since, pace }: Pick<Sweep, "reason"> & Round,
  stop: AbortSignal,
) {
  let width = FIRST_WIDTH;
  const tell = async (workflowId: string) => {
    await pace();
    return await wakeActor({ workflowId, reason, id: subjectTextOf(workflowId), version: 0 });
  };
  return async (workflowIds: readonly string[]) => {
    const group = workflowIds.slice(0, width);
    const failures = await Promise.all(group.map(tell));
    const heard = group.filter((_, index) => failures[index] === null);
    const lookedMs = await untilLooked(em, { workflowIds: heard, since }, stop);
    width = nextWidth({ width, failedCount: group.length - heard.length, lookedMs });
    return { groupSize: group.length, groupTold: heard.length };
  };
}

/** What the groups of one round share. */
interface Round {
  readonly since: Date;
  readonly pace: () => Promise<void>;
}

const LOOK_EVERY_MS = 50;

/** Waits until most of the actors have looked, as their rows say; null where they have not in time. */
async function untilLooked(
  em: SweepDeps["em"],
  told: ToldActors,
  stop: AbortSignal,
): Promise<number | null> {
  const from = performance.now();
  const most = leftBehind(told.workflowIds.length);
  while (!stop.aborted && (await countUnlooked(em.fork(), told)) > most) {
    if (performance.now() - from > LONGEST_MS) return null;
    await sleep(LOOK_EVERY_MS, undefined, { signal: stop }).catch(() => undefined);
  }
  return performance.now() - from;
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
