import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { Logger } from "pino";
import {
  invalidateDays,
  listInvalidatedDays,
  listScopesToRebuild,
} from "../../db/agenda/adherence/list-scopes-to-rebuild.ts";
import { faultClassOf } from "../../db/platform/transactions/fault-class.ts";
import { lockScope } from "../../db/platform/scopes/lock-scopes.ts";
import { clockNow, isTrouble, transact } from "../../db/platform/transactions/transact.ts";
import { projectDays } from "./project-days.ts";
import type { RebuildHook, RebuildHooks } from "./rebuild-hook.ts";

/**
 * Recomputes the sums of days from their tasks, relationship by relationship, in slices under its lock, alongside
 * normal traffic (docs/rooms/agenda.md#day-summary). It marks days first, so that after an interruption the marks show
 * what is left. Doing a day again gives the same sums. A relationship that fails is reported and does not stop the
 * others.
 *
 * @throws a transient database error; everything must then be retried.
 */
export async function rebuildDays(
  { em, log, rebuilds }: RebuildDeps,
  { after, only }: RebuildDaysInput,
  { slice = SLICE }: { readonly slice?: number } = {},
): Promise<RebuiltDays> {
  const until = performance.now() + BUDGET_MS;
  const page = await listScopesToRebuild(em.fork(), { afterId: after, only, limit: PAGE });
  const failed: FailedRebuild[] = [];
  let [dayCount, seenCount, last] = [0, 0, after];
  for (const relationshipId of page) {
    try {
      dayCount += await rebuildRelationship(em, relationshipId, slice);
      for (const hook of rebuilds) await rebuildFurther(em, relationshipId, hook);
    } catch (error) {
      if (isTrouble(error)) throw error;
      const failureClass = faultClassOf(error);
      log.error({ relationshipId, failureClass, err: error }, "days were not recomputed");
      failed.push({ relationshipId, failureClass });
    }
    seenCount += 1;
    last = relationshipId;
    if (performance.now() >= until) break;
  }
  const done = page.length < PAGE && seenCount === page.length;
  return { after: last, dayCount, relationshipCount: seenCount - failed.length, failed, done };
}

/** Dependencies of a rebuild, with the rooms that recompute data together with the days. */
export interface RebuildDeps {
  readonly em: SqlEntityManager;
  readonly log: Logger;
  readonly rebuilds: RebuildHooks;
}

/** The position of a rebuild, and its relationships. */
export interface RebuildDaysInput {
  /** The relationship that was done last; null to begin. */
  readonly after: string | null;
  /** Only these relationships; null for all. */
  readonly only: readonly string[] | null;
}

/** The result of one call. */
export interface RebuiltDays {
  readonly after: string | null;
  readonly dayCount: number;
  readonly relationshipCount: number;
  /** Relationships that failed; their days keep their marks, and all others were done. */
  readonly failed: readonly FailedRebuild[];
  readonly done: boolean;
}

/** A relationship whose days could not be recomputed. */
export interface FailedRebuild {
  readonly relationshipId: string;
  /** Class of the fault; the worker's log has the fault itself. */
  readonly failureClass: string;
}

/** Relationships of one call, at most. */
const PAGE = 50;
/** Days of one transaction; the scope stays locked for this long. */
const SLICE = 60;
/** A call ends after the relationship in which this time has passed. */
const BUDGET_MS = 5_000;

async function rebuildFurther(
  em: SqlEntityManager,
  relationshipId: string,
  hook: RebuildHook,
): Promise<void> {
  const rebuildFrom = async (after: string | null) =>
    await transact(em, async (tx) => {
      await lockScope(tx, relationshipId);
      return await hook.rebuild(tx, { relationshipId, after });
    });
  let after = await rebuildFrom(null);
  while (after !== null) after = await rebuildFrom(after);
}

async function rebuildRelationship(
  em: SqlEntityManager,
  relationshipId: string,
  slice: number,
): Promise<number> {
  await transact(em, async (tx) => {
    await lockScope(tx, relationshipId);
    await invalidateDays(tx, relationshipId, await clockNow(tx));
  });
  let dayCount = 0;
  for (;;) {
    const count = await transact(em, async (tx) => {
      await lockScope(tx, relationshipId);
      const days = await listInvalidatedDays(tx, { relationshipId, limit: slice });
      await projectDays(tx, days, await clockNow(tx));
      return days.length;
    });
    dayCount += count;
    if (count < slice) return dayCount;
  }
}
